// What providers say of people, read as far as it can be used.
import { z } from 'zod'
import { email } from '../read.ts'
import type { Claims } from './open-id.ts'
import { ProviderFailure } from './provider-fetch.ts'

const words = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => !text.includes('\u0000') && text.isWellFormed())
  .optional()
  .catch(undefined)
const picture = z
  .url({ protocol: /^https$/ })
  .max(1000)
  .optional()
  .catch(undefined)

const person = z.object({
  name: words,
  given_name: words,
  family_name: words,
  picture,
})

const subject = z.string().min(1).max(255)

export function subjectIn(claims: Claims): string {
  const read = subject.safeParse(claims['sub'])
  if (read.success && !read.data.includes('\u0000')) return read.data
  throw new ProviderFailure('nobody is named in the answer')
}

/** Undefined for what is no address that an account could have. */
export function emailIn(claims: Claims): string | undefined {
  return email.safeParse(claims['email']).data
}

/** Under the names that clients look for. */
export function metadataIn(claims: Claims): Record<string, unknown> {
  const { name, given_name: given, family_name: family, picture: avatar } = person.parse(claims)
  const full = name ?? ([given, family].filter(Boolean).join(' ') || undefined)
  return {
    ...(full ? { full_name: full, name: full } : {}),
    ...(avatar ? { avatar_url: avatar } : {}),
  }
}

/** Some write it as a text, and Microsoft as a number. */
export function isTrue(value: unknown) {
  return value === true || value === 'true' || value === 1 || value === '1'
}
