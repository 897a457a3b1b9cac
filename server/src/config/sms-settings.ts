// Reads the SMS settings. Error messages never repeat a value, because SMS_TOKEN is a secret.
import { z } from 'zod'
import type { SmsService } from '../sms/sms-client.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { isSecureUrl } from '../urls.ts'

export const smsSettings = {
  SMS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an https address', abort: true })
    .refine(
      hasNoLogin,
      'must not contain a login or a fragment: SMS_ACCOUNT and SMS_TOKEN are separate settings',
    )
    .refine(isSecureUrl, 'must be https: the codes could be intercepted over plain http')
    .optional(),
  SMS_ACCOUNT: z
    .string()
    .regex(/^[^:\p{Cc}]{1,200}$/u, 'must be the name of an account, without a colon')
    .optional(),
  SMS_TOKEN: z.string().max(500).optional(),
  SMS_FROM: z
    .string()
    .regex(/^[+\w .-]{1,40}$/, 'must be a number such as +15005550006, or a name of the sender')
    .optional(),
}

/** SMS_COUNTRIES may be set without an SMS service, unlike the settings above. */
export const smsCountriesSetting = {
  SMS_COUNTRIES: z
    .string()
    .regex(/^\+[1-9]\d{0,6}(\s*,\s*\+[1-9]\d{0,6})*$/, 'must list number prefixes, such as +49,+43')
    .transform((text) => text.split(',').map((country) => country.trim().slice(1)))
    .optional(),
}

const schema = z.object(smsSettings)

/** Returns the SMS service if one is configured. Throws if the settings are incomplete. */
export function readSmsService(settings: z.infer<typeof schema>): SmsService | undefined {
  const { SMS_URL: url, SMS_FROM: from, SMS_ACCOUNT: user, SMS_TOKEN: token } = settings
  const names = Object.values(schema.parse(settings)).filter((value) => value !== undefined)
  if (names.length === 0) return undefined
  if (url === undefined || from === undefined) {
    throw new StartupFailure('Set SMS_URL and SMS_FROM together, or none that begins with SMS_.')
  }
  if (user === undefined && token === undefined) return { url, from, login: undefined }
  if (user === undefined || token === undefined) {
    throw new StartupFailure('Set SMS_ACCOUNT and SMS_TOKEN together, or neither.')
  }
  return { url, from, login: { user, token } }
}

function hasNoLogin(text: string) {
  const { username, password, hash } = new URL(text)
  return !username && !password && !hash
}
