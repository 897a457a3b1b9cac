// The body of a write or of a call.
import { badBody, notSupported } from '../errors.ts'

export interface Payload {
  /** An array of objects, as JSON: it goes to the database as it came. */
  json: string
  /** The keys that every object has. */
  keys: string[]
  /** Some objects have other keys. */
  isUneven: boolean
  isArray: boolean
  count: number
}

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
  const allKeys = objects.map(keysOf)
  const [keys = []] = allKeys
  return {
    json: isArray ? text : `[${text}]`,
    keys,
    isUneven: allKeys.some((other) => !isSameSet(keys, other)),
    isArray,
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
  return Object.keys(value)
}

function isSameSet(one: string[], other: string[]) {
  return one.length === other.length && one.every((key) => other.includes(key))
}
