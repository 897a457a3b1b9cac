// Reads the claims that providers send. Unusable values are ignored, except for the subject, which is required.
import { z } from 'zod'
import { emailSchema } from '../parse-request.ts'
import type { Claims } from './openid-provider.ts'
import { ProviderError } from './provider-requests.ts'

const shortText = z
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

const profile = z.object({
  name: shortText,
  given_name: shortText,
  family_name: shortText,
  picture,
})

const subject = z.string().min(1).max(255)

export function readSubject(claims: Claims): string {
  const read = subject.safeParse(claims['sub'])
  if (read.success && !read.data.includes('\u0000')) return read.data
  throw new ProviderError('the response names no user')
}

/** Returns undefined unless the claim is a valid email. */
export function readEmail(claims: Claims): string | undefined {
  return emailSchema.safeParse(claims['email']).data
}

/** Returns the name and picture under the keys that clients expect. */
export function readProfile(claims: Claims): Record<string, unknown> {
  const { name, given_name: given, family_name: family, picture: avatar } = profile.parse(claims)
  const full = name ?? ([given, family].filter(Boolean).join(' ') || undefined)
  return {
    ...(full ? { full_name: full, name: full } : {}),
    ...(avatar ? { avatar_url: avatar } : {}),
  }
}

/** Returns whether a claim is true. Some providers send a string, and Microsoft sends a number. */
export function isTrue(value: unknown) {
  return value === true || value === 'true' || value === 1 || value === '1'
}
