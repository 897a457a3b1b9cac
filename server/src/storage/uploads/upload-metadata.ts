// Reads the metadata of an upload from its headers or from the fields of a form.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid, invalidRobots, notSupported, StorageError } from '../errors.ts'
import { charsetOf, parseMediaType } from '../objects/media-type.ts'

export interface UploadMetadata {
  type: string
  charset: string | undefined
  cacheControl: string
  /** The value of the X-Robots-Tag header. */
  robots: string | undefined
  userMetadata: Record<string, unknown> | undefined
}

type WithHeaders = Pick<FastifyRequest, 'headers'>

export function metadataInHeaders({ headers }: WithHeaders): UploadMetadata {
  if (headers['content-encoding'] !== undefined) throw notSupported('Encoded files are')
  return {
    type: parseMediaType(headers['content-type']),
    charset: charsetOf(headers['content-type']),
    cacheControl: checkedCacheControl(headers['cache-control']),
    robots: checkedRobots(joinHeader(headers['x-robots-tag'])),
    userMetadata: userMetadataInHeader({ headers }),
  }
}

export function userMetadataInHeader({ headers }: WithHeaders) {
  const base64 = joinHeader(headers['x-metadata'])
  return parseUserMetadata(
    base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString(),
  )
}

interface Form {
  fields: Map<string, string>
  /** The media type of the form part that contains the file. */
  type: string
}

export function metadataInForm(
  { headers }: WithHeaders,
  { fields, type: partType }: Form,
): UploadMetadata {
  if (fields.has('contentEncoding')) throw notSupported('Encoded files are')
  const maxAge = fields.get('cacheControl')
  const type = fields.get('contentType') ?? partType
  return {
    type: parseMediaType(type),
    charset: charsetOf(type),
    robots: checkedRobots(joinHeader(headers['x-robots-tag'])),
    cacheControl: maxAge === undefined ? 'no-cache' : checkedCacheControl(maxAgeDirective(maxAge)),
    userMetadata: parseUserMetadata(fields.get('metadata')),
  }
}

/** Clients send either a Cache-Control directive or only the number of seconds. */
function maxAgeDirective(value: string) {
  return /^\d+$/u.test(value) ? `max-age=${value}` : value
}

function joinHeader(value: string | string[] | undefined) {
  return Array.isArray(value) ? value.join(', ') : value
}

export function checkedCacheControl(value = 'no-cache') {
  if (!/^[\w=, "-]{1,100}$/u.test(value)) throw invalid('Invalid Cache-Control header')
  return value
}

const maxRobotsLength = 500
const plainRule =
  /^(?:all|none|noindex|nofollow|noarchive|nocache|nosnippet|notranslate|noimageindex|indexifembedded)$/u
const ruleWithValue =
  /^(?:max-(?:snippet|video-preview): *-?\d+|max-image-preview: *(?:none|standard|large)|unavailable_after: *[\w ,:+-]+)$/u
/** Captures the rule for one robot, as in "googlebot: noindex". */
const ruleForRobot = /^[\w.-]+: *(.+)$/u

function checkedRobots(value: string | undefined) {
  if (value === undefined) return undefined
  if (value.length > maxRobotsLength) {
    throw invalidRobots(`it has more than ${maxRobotsLength} characters`)
  }
  // A comma before a number belongs to a date and does not separate rules.
  for (const rule of value.split(/,(?! *\d)/u).map((part) => part.trim())) {
    if (!isRobotsRule(rule) && !isRobotsRule(ruleForRobot.exec(rule)?.[1] ?? '')) {
      throw invalidRobots(`Invalid X-Robots-Tag rule: "${rule}"`)
    }
  }
  return value
}

function isRobotsRule(rule: string) {
  return plainRule.test(rule) || ruleWithValue.test(rule)
}

const maxMetadataBytes = 8 * 1024
const userMetadata = z.record(z.string(), z.unknown())

function parseUserMetadata(json: string | undefined) {
  if (json === undefined) return undefined
  if (Buffer.byteLength(json) > maxMetadataBytes) {
    throw invalid(`The metadata has more than ${maxMetadataBytes} bytes.`)
  }
  const { data, success } = userMetadata.safeParse(parseStorableJson(json))
  if (!success) throw invalid('The metadata must be a JSON object.')
  return data
}

function parseStorableJson(json: string): unknown {
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

/** PostgreSQL can store neither NUL nor a lone surrogate in a text. */
function isStorable(value: unknown) {
  return typeof value !== 'string' || (value.isWellFormed() && !value.includes('\u0000'))
}
