// An entry of the audit log in words.
import * as z from 'zod/mini'
import { formatCount, formatMoney, formatTimeWithZone } from '#lib/format.ts'
import { mailSubject } from '#lib/mail-subjects.ts'

const deeds: Record<string, string> = {
  create_user: 'Created an account',
  admit: 'Gave a first role',
  appoint_admin: 'Appointed an admin',
  set_role: 'Changed a role',
  ban: 'Banned',
  end_sessions: 'Signed out everywhere',
  release_award: 'Released an award',
  refund_payment: 'Refunded a payment',
  remove_review: 'Removed a review',
  handle_demo_request: 'Marked a demo request',
  send_mail_again: 'Sent a mail again',
  remove_mail: 'Removed an unsent mail',
}

export const actions = Object.entries(deeds).map(([value, label]) => ({ value, label }))

const given = z.object({
  from: z.optional(z.nullable(z.string())),
  to: z.optional(z.string()),
  role: z.optional(z.nullable(z.string())),
  until: z.optional(z.nullable(z.string())),
  amount: z.optional(z.number()),
  handled: z.optional(z.boolean()),
  rating: z.optional(z.number()),
  comment: z.optional(z.nullable(z.string())),
  mail: z.optional(z.string()),
  address: z.optional(z.string()),
})

type Given = z.infer<typeof given>

/** What was done. One that is new here is said as the server calls it. */
export function deedOf(action: string, details: unknown): string {
  if (action === 'ban' && known(details).until === null) return 'Lifted a ban'
  return deeds[action] ?? action.replaceAll('_', ' ')
}

const wordings: Record<string, (about: Given, other: string) => string> = {
  create_user: asRole,
  admit: asRole,
  appoint_admin: ({ from }) => (from ? `Was ${from}` : ''),
  set_role: ({ from, to }) => `From ${from ?? 'none'} to ${to ?? 'none'}`,
  ban: ({ until }) => (until ? untilWords(until) : ''),
  release_award: (_, other) => `Taken from ${other}`,
  refund_payment: ({ amount }) => (amount === undefined ? '' : formatMoney(amount)),
  remove_review: ({ rating = 0, comment }, other) =>
    `${formatCount(rating, 'star')} for ${other}${comment ? `: “${comment}”` : ''}`,
  handle_demo_request: ({ handled }) => (handled ? 'As handled' : 'As waiting'),
  send_mail_again: mailWords,
  remove_mail: mailWords,
}

/** What else there is to say of it. */
export function detailsOf(action: string, details: unknown, other: string): string {
  return wordings[action]?.(known(details), other) ?? ''
}

function known(details: unknown): Given {
  const { data = {} } = z.safeParse(given, details)
  return data
}

function asRole({ role }: Given) {
  return role ? `As ${role}` : ''
}

/** Whoever has no account is told by the address. */
function mailWords({ mail, address }: Given) {
  if (!mail) return ''
  return `“${mailSubject(mail)}”${address ? ` to ${address}` : ''}`
}

function untilWords(until: string) {
  return until === 'infinity' ? 'For good' : `Until ${formatTimeWithZone(until)}`
}
