// Names of buckets and objects: what may be one, whatever the database holds.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalidBucketName, invalidName, takenBucketName } from './errors.ts'

export interface Target {
  bucket: string
  name: string
}

const longest = 1024
/**
 * Control characters, those that turn the direction of a text around, what is no character at all, and what somebody
 * may decode a second time or take for a "/".
 */
const refused = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff\\]|%[\da-f]{2}/iu

/** In whatever width its signs are written. */
export function isName(name: string) {
  if (name.length > longest) return false
  const plain = name.normalize('NFKC')
  return !refused.test(plain) && plain.split('/').every(isPart)
}

/** None that leads elsewhere. */
function isPart(part: string) {
  return part !== '' && !/^(?:\.$|\.\.| )| $/u.test(part)
}

export function checkedName(name: string) {
  if (!isName(name)) throw invalidName(name)
  return name
}

export function checkedBucket(id: string) {
  const isPlain = /^[\w!.*'() &$@=;:+,-]{1,100}$/u.test(id) && id.trim() === id
  if (!isPlain || id === '.' || id === '..') throw invalidBucketName()
  return id
}

/** What stands in their place in an address is something else. */
const inAddresses = new Set(
  'sign public authenticated info upload list list-v2 move copy'.split(' '),
)

/** Of a bucket that is to be made. */
export function newBucket(id: string) {
  if (inAddresses.has(id)) throw takenBucketName(id)
  return checkedBucket(id)
}

const inPath = z.object({ bucket: z.string(), '*': z.string() })

/** As the address says: …/:bucket/* */
export function targetIn({ params }: FastifyRequest): Target {
  const { bucket, '*': name } = inPath.parse(params)
  return { bucket: checkedBucket(bucket), name: checkedName(name) }
}

export function bucketIn({ params }: FastifyRequest) {
  return checkedBucket(z.object({ bucket: z.string() }).parse(params).bucket)
}
