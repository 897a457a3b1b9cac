// Defines the purposes of one-time tokens. An account has at most one token of each kind, so a new token replaces the
// old one.
import { z } from 'zod'
import type { MailKind } from '../../mail/mail-kinds.ts'
import type { SmsKind } from '../../sms/sms-templates.ts'
import type { AuditAction } from '../audit.ts'

export const emailPurpose = z.enum([
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'reauthentication',
])
export type EmailPurpose = z.infer<typeof emailPurpose>

export const smsPurpose = z.enum(['sms', 'sms_signup', 'phone_change', 'sms_reauthentication'])
export type SmsPurpose = z.infer<typeof smsPurpose>

export type Purpose = EmailPurpose | SmsPurpose

interface TokenKind {
  /** The value of auth.one_time_tokens.token_type. */
  tokenType: string
  /** The column of auth.users with the time of the latest request. */
  sentAt: string
  minutes: number
  validFor: string
  /** The audit log entry for a request. If undefined, requests are not logged. */
  auditAction?: AuditAction
}

const hour = { minutes: 60, validFor: '1 hour' }
const day = { minutes: 24 * 60, validFor: '24 hours' }
/** Codes by SMS and codes for reauthentication expire soon, because users wait for them. */
const short = { minutes: 10, validFor: '10 minutes' }
const confirmation = { tokenType: 'confirmation_token', sentAt: 'confirmation_sent_at' }
const recovery = { tokenType: 'recovery_token', sentAt: 'recovery_sent_at' }
const reauthentication = {
  tokenType: 'reauthentication_token',
  sentAt: 'reauthentication_sent_at',
  auditAction: 'user_reauthenticate_requested',
} as const

export const emailTokenKinds: Record<EmailPurpose, TokenKind & { mail: MailKind }> = {
  signup: { ...confirmation, mail: 'confirmation', ...hour },
  invite: { ...confirmation, mail: 'invite', ...day },
  magiclink: { ...recovery, mail: 'magic-link', ...hour },
  recovery: { ...recovery, mail: 'recovery', ...hour, auditAction: 'user_recovery_requested' },
  email_change: {
    tokenType: 'email_change_token_new',
    sentAt: 'email_change_sent_at',
    mail: 'email-change',
    ...hour,
  },
  reauthentication: { ...reauthentication, mail: 'reauthentication', ...short },
}

export const smsTokenKinds: Record<SmsPurpose, TokenKind & { sms: SmsKind }> = {
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

export const tokenKinds: Record<Purpose, TokenKind> = { ...emailTokenKinds, ...smsTokenKinds }

/** The types that clients use to verify a link or code from an email. */
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

/** The types that clients use to verify a code from an SMS. */
export const smsVerifyType = z.enum(['sms', 'phone_change'])

export function smsPurposesOf(type: z.infer<typeof smsVerifyType>): Purpose[] {
  return type === 'sms' ? ['sms', 'sms_signup'] : [type]
}
