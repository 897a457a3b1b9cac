// The settings of text messages. What they refuse they do not repeat: the token sends messages at the operator's cost.
import { z } from 'zod'
import type { SmsService } from '../sms/sms-hook.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { isLoopback } from './is-loopback.ts'

export const smsSettings = {
  SMS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an https address', abort: true })
    .refine(
      isAlone,
      'must be an address alone: the account and its token are settings of their own',
    )
    .refine(isSafe, 'must be https: in plain http anybody on the way reads the codes')
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

/** Apart from the service's own: which numbers it is asked to reach. */
export const smsCountriesSetting = {
  SMS_COUNTRIES: z
    .string()
    .regex(/^\+[1-9]\d{0,6}(\s*,\s*\+[1-9]\d{0,6})*$/, 'must be how numbers begin, such as +49,+43')
    .transform((text) => text.split(',').map((country) => country.trim().slice(1)))
    .optional(),
}

const given = z.object(smsSettings)

/** The service, where there is one. Half of its settings would be found out by whoever waits for a code. */
export function smsServiceIn(settings: z.infer<typeof given>): SmsService | undefined {
  const { SMS_URL: url, SMS_FROM: from, SMS_ACCOUNT: user, SMS_TOKEN: token } = settings
  const names = Object.values(given.parse(settings)).filter((value) => value !== undefined)
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

function isAlone(text: string) {
  const { username, password, hash } = new URL(text)
  return !username && !password && !hash
}

function isSafe(text: string) {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopback(hostname)
}
