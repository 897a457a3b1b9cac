// Checks the names of buckets and objects.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalidBucketName, invalidName, reservedBucketName, tooManyNames } from './errors.ts'

export interface ObjectPath {
  bucket: string
  name: string
}

const maxLength = 1024
/**
 * Matches control characters, lone surrogates, noncharacters, backslashes, and marks that reverse text. Another program
 * could decode percent-encoded characters again.
 */
const refusedCharacters = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff\\]|%[\da-f]{2}/iu

/** Returns whether an object may have this name, checking full-width characters like their ASCII forms. */
export function isObjectName(name: string) {
  if (name.length > maxLength) return false
  const normalized = name.normalize('NFKC')
  return !refusedCharacters.test(normalized) && normalized.split('/').every(isPathPart)
}

/** Returns false for an empty part, ".", a part that starts with "..", and a space at either end. */
function isPathPart(part: string) {
  return part !== '' && !/^(?:\.$|\.\.| )| $/u.test(part)
}

export function checkedObjectName(name: string) {
  if (!isObjectName(name)) throw invalidName(name)
  return name
}

export function checkedBucketId(id: string) {
  const isPlain = /^[\w!.*'() &$@=;:+,-]{1,100}$/u.test(id) && id.trim() === id
  if (!isPlain || id === '.' || id === '..') throw invalidBucketName()
  return id
}

/** No bucket may have one of these ids, which are words in the paths of routes. */
const reservedIds = new Set(
  'sign public authenticated info upload list list-v2 move copy'.split(' '),
)

export function checkedNewBucketId(id: string) {
  if (reservedIds.has(id)) throw reservedBucketName(id)
  return checkedBucketId(id)
}

const routeParams = z.object({ bucket: z.string(), '*': z.string() })

/** Reads the parameters of a route …/:bucket/* */
export function objectPathIn({ params }: FastifyRequest): ObjectPath {
  const { bucket, '*': name } = routeParams.parse(params)
  return { bucket: checkedBucketId(bucket), name: checkedObjectName(name) }
}

export function bucketIdIn({ params }: FastifyRequest) {
  return checkedBucketId(z.object({ bucket: z.string() }).parse(params).bucket)
}

const maxNamesPerRequest = 1000

/** Throws if a request names more objects than Supabase Storage accepts at once. */
export function checkNameCount(names: readonly unknown[]) {
  if (names.length > maxNamesPerRequest) throw tooManyNames(maxNamesPerRequest)
}
