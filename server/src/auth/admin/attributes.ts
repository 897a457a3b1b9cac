// What the server may say of an account. A key that is none of these is refused and not passed over.
import { z } from 'zod'
import { invalid, noPhones } from '../errors.ts'
import type { Auth } from '../parts.ts'
import { hashPassword } from '../passwords/hash.ts'
import { checkPassword } from '../passwords/rules.ts'
import { numberIn } from '../phones/number.ts'
import { email, metadata } from '../read.ts'

/** Of a cost that a sign-in can afford. */
const bcrypt = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z\d]{53}$/u

export const attributes = z.strictObject({
  email: email.nullish(),
  email_confirm: z.boolean().nullish(),
  password: z.string().nullish(),
  password_hash: z
    .string()
    .refine((hash) => hash === '' || bcrypt.test(hash), {
      error:
        'password_hash is not usable: only hashes of bcrypt are taken, with a cost of 4 to 14.',
    })
    .nullish(),
  user_metadata: metadata.nullish(),
  app_metadata: metadata.nullish(),
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

type Attributes = z.infer<typeof attributes>

/** The number in its one form. */
export function phoneIn({ settings }: Auth, { phone, phone_confirm: confirm }: Attributes) {
  if (phone) return numberIn(settings, phone)
  if (confirm && !settings.hasPhones) throw noPhones()
  return undefined
}

/** The hash to be kept, if a password is given in either form. */
export async function hashIn(given: Attributes, own: readonly (string | null)[]) {
  const { password, password_hash: hash } = given
  if (password && hash) throw invalid('Only a password or a password hash should be provided')
  if (typeof password !== 'string') return hash || undefined
  await checkPassword(password, own)
  return hashPassword(password)
}

const units: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
}
const parts = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/gu
const longest = 300 * 365 * 24 * 3600

/** In seconds; undefined where nothing is said, 0 for "none". Written as 24h or 1h30m. */
export function banIn({ ban_duration: duration }: Attributes) {
  if (!duration) return undefined
  if (duration === 'none' || duration === '0') return 0
  const found = [...duration.matchAll(parts)]
  const seconds = found.reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0),
    0,
  )
  const isWhole = found.map(([text]) => text).join('') === duration
  if (isWhole && seconds <= longest) return seconds
  throw invalid('invalid format for ban duration: write it as 24h or 1h30m, or none')
}
