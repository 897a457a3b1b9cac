// What is said of a file beside its bytes: in headers, or in the fields of a form.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid, notSupported, StorageError } from '../errors.ts'
import type { Written } from './write.ts'

/** What is said of the file beside its bytes. */
export interface Said {
  type: string
  cacheControl: string
  userMetadata: Record<string, unknown> | undefined
}

export interface Received extends Written {
  said: Said
}

export function saidInHeaders({ headers }: FastifyRequest): Said {
  if (headers['content-encoding'] !== undefined) throw notSupported('Encoded files are')
  const given = headers['x-metadata']
  const json = typeof given === 'string' ? Buffer.from(given, 'base64').toString() : undefined
  return {
    type: typeIn(headers['content-type']),
    cacheControl: cacheControlIn(headers['cache-control']),
    userMetadata: metadataIn(json),
  }
}

export function saidInForm(fields: Map<string, string>, type: string): Said {
  if (fields.has('contentEncoding')) throw notSupported('Encoded files are')
  const seconds = fields.get('cacheControl')
  return {
    type: typeIn(fields.get('contentType') ?? type),
    cacheControl: seconds === undefined ? 'no-cache' : cacheControlIn(maxAge(seconds)),
    userMetadata: metadataIn(fields.get('metadata')),
  }
}

function maxAge(seconds: string) {
  return /^\d+$/u.test(seconds) ? `max-age=${seconds}` : seconds
}

const unknownType = 'application/octet-stream'

/** Without its parameters, under the name that everybody else uses. */
export function typeIn(given = unknownType) {
  const [type = ''] = given.toLowerCase().split(';', 1)
  const plain = type.trim()
  if (!/^[\w!#$&^.+-]{1,80}\/[\w!#$&^.+-]{1,80}$/u.test(plain))
    throw invalid('Invalid content type')
  return plain === 'image/jpg' ? 'image/jpeg' : plain
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
