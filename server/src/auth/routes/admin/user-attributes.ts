// Defines the attributes that an admin may set on an account. Unknown keys are refused.
import { z } from 'zod'
import { checkPassword, hashPassword } from '../../accounts/passwords.ts'
import { requirePhoneNumber } from '../../accounts/phone-number.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import { invalid, noPhones } from '../../errors.ts'
import { emailSchema, metadataSchema } from '../../parse-request.ts'

/** Limits the cost of an imported hash, because each sign-in has to compute the hash. */
const bcrypt = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z\d]{53}$/u

export const userAttributes = z.strictObject({
  email: emailSchema.nullish(),
  email_confirm: z.boolean().nullish(),
  password: z.string().nullish(),
  password_hash: z
    .string()
    .refine((hash) => hash === '' || bcrypt.test(hash), {
      error:
        'password_hash is not usable: only hashes of bcrypt are taken, with a cost of 4 to 14.',
    })
    .nullish(),
  user_metadata: metadataSchema.nullish(),
  app_metadata: metadataSchema.nullish(),
  ban_duration: z.string().nullish(),
  role: z
    .string()
    .refine((role) => role === '' || role === 'authenticated', {
      error:
        'role is not usable: an account is authenticated. What else it is goes into app_metadata.',
    })
    .nullish(),
  phone: z.string().nullish(),
  phone_confirm: z.boolean().nullish(),
})

type UserAttributes = z.infer<typeof userAttributes>

export function parsePhone(
  { settings }: AuthDependencies,
  { phone, phone_confirm: confirm }: UserAttributes,
) {
  if (phone) return requirePhoneNumber(settings, phone)
  if (confirm && !settings.hasPhones) throw noPhones()
  return undefined
}

/** Returns the password hash to store, or undefined if the request contains neither a password nor a hash. */
export async function hashGivenPassword(
  { settings }: AuthDependencies,
  attributes: UserAttributes,
  ownWords: readonly (string | null)[],
) {
  const { password, password_hash: hash } = attributes
  if (password && hash) throw invalid('Only a password or a password hash should be provided')
  if (typeof password !== 'string') return hash || undefined
  await checkPassword(password, ownWords, settings.minPasswordLength)
  return hashPassword(password)
}

const secondsPerUnit: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
}
const durationParts = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/gu
const maxBanSeconds = 300 * 365 * 24 * 3600

/**
 * Returns the duration of the ban in seconds. Returns 0 for "none", and undefined if the request contains no duration.
 * Accepts durations such as 24h and 1h30m.
 */
export function parseBanSeconds({ ban_duration: duration }: UserAttributes) {
  if (!duration) return undefined
  if (duration === 'none' || duration === '0') return 0
  const matches = [...duration.matchAll(durationParts)]
  const seconds = matches.reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (secondsPerUnit[unit] ?? 0),
    0,
  )
  const isWhole = matches.map(([text]) => text).join('') === duration
  if (isWhole && seconds <= maxBanSeconds) return seconds
  throw invalid('invalid format for ban duration: write it as 24h or 1h30m, or none')
}
