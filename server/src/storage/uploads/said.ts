// What is said of a file beside its bytes: in headers, or in the fields of a form.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid, notSupported, StorageError } from '../errors.ts'
import { robotsIn } from './robots.ts'
import { charsetIn, typeIn } from './type.ts'
import type { Written } from './write.ts'

/** What is said of the file beside its bytes. */
export interface Said {
  type: string
  charset: string | undefined
  cacheControl: string
  robots: string | undefined
  userMetadata: Record<string, unknown> | undefined
}

export interface Received extends Written {
  said: Said
}

type Heads = Pick<FastifyRequest, 'headers'>

export function saidInHeaders({ headers }: Heads): Said {
  if (headers['content-encoding'] !== undefined) throw notSupported('Encoded files are')
  return {
    type: typeIn(headers['content-type']),
    charset: charsetIn(headers['content-type']),
    cacheControl: cacheControlIn(headers['cache-control']),
    robots: robotsIn(headerIn(headers['x-robots-tag'])),
    userMetadata: metadataInHeader({ headers }),
  }
}

export function metadataInHeader({ headers }: Heads) {
  const given = headerIn(headers['x-metadata'])
  return metadataIn(given === undefined ? undefined : Buffer.from(given, 'base64').toString())
}

function headerIn(given: string | string[] | undefined) {
  return Array.isArray(given) ? given.join(', ') : given
}

interface Form {
  fields: Map<string, string>
  /** Of the part that has the file. */
  type: string
}

export function saidInForm({ headers }: Heads, { fields, type: partType }: Form): Said {
  if (fields.has('contentEncoding')) throw notSupported('Encoded files are')
  const seconds = fields.get('cacheControl')
  const type = fields.get('contentType') ?? partType
  return {
    type: typeIn(type),
    charset: charsetIn(type),
    robots: robotsIn(headerIn(headers['x-robots-tag'])),
    cacheControl: seconds === undefined ? 'no-cache' : cacheControlIn(maxAge(seconds)),
    userMetadata: metadataIn(fields.get('metadata')),
  }
}

function maxAge(seconds: string) {
  return /^\d+$/u.test(seconds) ? `max-age=${seconds}` : seconds
}

export function cacheControlIn(given = 'no-cache') {
  if (!/^[\w=, "-]{1,100}$/u.test(given)) throw invalid('Invalid Cache-Control header')
  return given
}

const mostMetadata = 8 * 1024
const metadata = z.record(z.string(), z.unknown())

function metadataIn(json: string | undefined) {
  if (json === undefined) return undefined
  if (Buffer.byteLength(json) > mostMetadata) {
    throw invalid(`The metadata has more than ${mostMetadata} bytes.`)
  }
  const { data, success } = metadata.safeParse(parse(json))
  if (!success) throw invalid('The metadata must be a JSON object.')
  return data
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json, (key, value: unknown) => {
      if (!isStorable(key) || !isStorable(value)) throw unstorable()
      return value
    })
  } catch (error) {
    if (error instanceof StorageError) throw error
    return undefined
  }
}

const unstorable = () => invalid('The metadata has a character that cannot be stored.')

/** PostgreSQL knows no zero in a text, and no half of a character. */
function isStorable(value: unknown) {
  return typeof value !== 'string' || (value.isWellFormed() && !value.includes('\u0000'))
}
