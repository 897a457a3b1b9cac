// What a link or a code may be used for. Each stands in a row of its kind, so that a new one replaces the old.
import { z } from 'zod'
import type { Action } from '../audit.ts'
import type { MailKind } from '../../mail/kinds.ts'
import type { SmsKind } from '../../sms/sms-words.ts'

export const mailPurpose = z.enum([
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'reauthentication',
])
export type MailPurpose = z.infer<typeof mailPurpose>

export const smsPurpose = z.enum(['sms', 'sms_signup', 'phone_change', 'sms_reauthentication'])
export type SmsPurpose = z.infer<typeof smsPurpose>

export type Purpose = MailPurpose | SmsPurpose

interface Kind {
  /** Of auth.one_time_tokens. */
  tokenType: string
  /** When one of this kind was last asked for: a column of auth.users. */
  sentAt: string
  minutes: number
  validFor: string
  /** That somebody asked for it goes on record as this. */
  asked?: Action
}

const hour = { minutes: 60, validFor: '1 hour' }
const day = { minutes: 24 * 60, validFor: '24 hours' }
/** A message is read at once or not at all; who proves that an account is theirs waits for the code. */
const short = { minutes: 10, validFor: '10 minutes' }
const confirmation = { tokenType: 'confirmation_token', sentAt: 'confirmation_sent_at' }
const recovery = { tokenType: 'recovery_token', sentAt: 'recovery_sent_at' }
const reauthentication = {
  tokenType: 'reauthentication_token',
  sentAt: 'reauthentication_sent_at',
  asked: 'user_reauthenticate_requested',
} as const

export const byMail: Record<MailPurpose, Kind & { mail: MailKind }> = {
  signup: { ...confirmation, mail: 'confirmation', ...hour },
  invite: { ...confirmation, mail: 'invite', ...day },
  magiclink: { ...recovery, mail: 'magic-link', ...hour },
  recovery: { ...recovery, mail: 'recovery', ...hour, asked: 'user_recovery_requested' },
  email_change: {
    tokenType: 'email_change_token_new',
    sentAt: 'email_change_sent_at',
    mail: 'email-change',
    ...hour,
  },
  reauthentication: { ...reauthentication, mail: 'reauthentication', ...short },
}

export const bySms: Record<SmsPurpose, Kind & { sms: SmsKind }> = {
  sms: { ...confirmation, sms: 'sign-in', ...short },
  sms_signup: { ...confirmation, sms: 'sign-up', ...short },
  phone_change: {
    tokenType: 'phone_change_token',
    sentAt: 'phone_change_sent_at',
    sms: 'phone-change',
    ...short,
  },
  sms_reauthentication: { ...reauthentication, sms: 'reauthentication', ...short },
}

export const kinds: Record<Purpose, Kind> = { ...byMail, ...bySms }

/** What a client calls it when it brings a link or a code back. */
export const verifyType = z.enum([
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'email',
])

export function purposesOf(type: z.infer<typeof verifyType>): Purpose[] {
  return type === 'email' ? ['signup', 'magiclink'] : [type]
}

/** And when it brings the code of a message. */
export const smsVerifyType = z.enum(['sms', 'phone_change'])

export function smsPurposesOf(type: z.infer<typeof smsVerifyType>): Purpose[] {
  return type === 'sms' ? ['sms', 'sms_signup'] : [type]
}
