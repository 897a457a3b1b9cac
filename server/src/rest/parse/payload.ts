// The body of a write or of a call.
import { badBody, notSupported } from '../errors.ts'

export interface Payload {
  /** An array of objects, as JSON: it goes to the database as it came. */
  json: string
  /** The keys that every object has. */
  keys: string[]
  /** Some objects have other keys. */
  isUneven: boolean
  count: number
}

/** More than a table can have columns. */
const mostKeys = 2000

const jsonType = /^application\/(?:json|vnd\.pgrst\.(?:object|array)(?:\+json)?)\s*(?:;|$)/iu
const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parsePayload(body: Buffer | undefined, contentType: string | undefined): Payload {
  if (contentType !== undefined && !jsonType.test(contentType)) {
    throw notSupported(`A body of the type ${contentType.split(';', 1)[0]} is`)
  }
  const text = decode(body)
  const value = parseJson(text)
  const isArray = Array.isArray(value)
  const objects: unknown[] = isArray ? value : [value]
  const [keys = [], ...others] = objects.map(keysOf)
  const known = new Set(keys)
  return {
    json: isArray ? text : `[${text}]`,
    keys,
    isUneven: others.some((other) => !isSameSet(known, other)),
    count: objects.length,
  }
}

function decode(body: Buffer | undefined) {
  try {
    return utf8.decode(body)
  } catch {
    throw badBody('The body is not UTF-8.')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badBody('Empty or invalid json')
  }
}

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badBody('The body must be a JSON object or an array of objects.')
  }
  const keys = Object.keys(value)
  if (keys.length > mostKeys) throw badBody(`An object can have at most ${mostKeys} keys.`)
  return keys
}

function isSameSet(known: Set<string>, other: string[]) {
  return known.size === other.length && other.every((key) => known.has(key))
}
