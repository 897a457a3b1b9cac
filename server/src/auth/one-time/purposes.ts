// What a link or a code may be used for. Each stands in a row of its kind, so that a new one replaces the old.
import { z } from 'zod'
import type { Action } from '../audit.ts'
import type { MailKind } from '../../mail/kinds.ts'

export const purpose = z.enum([
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'reauthentication',
])
export type Purpose = z.infer<typeof purpose>

interface Kind {
  /** Of auth.one_time_tokens. */
  tokenType: string
  /** When a mail of this kind was last asked for: a column of auth.users. */
  sentAt: string
  mail: MailKind
  hours: number
  validFor: string
  /** That somebody asked for it goes on record as this. */
  asked?: Action
}

const hour = { hours: 1, validFor: '1 hour' }
const day = { hours: 24, validFor: '24 hours' }
const confirmation = { tokenType: 'confirmation_token', sentAt: 'confirmation_sent_at' }
const recovery = { tokenType: 'recovery_token', sentAt: 'recovery_sent_at' }

export const kinds: Record<Purpose, Kind> = {
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
  reauthentication: {
    tokenType: 'reauthentication_token',
    sentAt: 'reauthentication_sent_at',
    mail: 'reauthentication',
    ...hour,
    asked: 'user_reauthenticate_requested',
  },
}

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
