import * as z from 'zod/mini'
import { formatCount, formatMoney, formatTimeWithZone } from '#lib/format.ts'
import { mailSubject } from '#lib/mail-subjects.ts'

const actionTexts: Record<string, string> = {
  create_user: 'Created an account',
  admit: 'Assigned a first role',
  appoint_admin: 'Promoted to admin',
  set_role: 'Changed a role',
  ban: 'Suspended a user',
  end_sessions: 'Ended sessions',
  release_award: 'Revoked an award',
  refund_payment: 'Refunded a payment',
  remove_review: 'Removed a review',
  handle_demo_request: 'Marked a demo request',
  send_mail_again: 'Resent an email',
  remove_mail: 'Removed an unsent email',
}

const actionsOnUsers = new Set([
  'create_user',
  'admit',
  'appoint_admin',
  'set_role',
  'ban',
  'end_sessions',
  'send_mail_again',
  'remove_mail',
])

export function isAboutUser(action: string) {
  return actionsOnUsers.has(action)
}

export const actionChoices = Object.entries(actionTexts).map(([value, label]) => ({ value, label }))

const detailsSchema = z.object({
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

type Details = z.infer<typeof detailsSchema>

/** Returns the label of an action, or its name with spaces if the action is unknown. */
export function actionText(action: string, details: unknown): string {
  if (action === 'ban' && parseDetails(details).until === null) return 'Lifted a suspension'
  return actionTexts[action] ?? action.replaceAll('_', ' ')
}

const detailsTexts: Record<string, (details: Details, other: string) => string> = {
  create_user: roleText,
  admit: roleText,
  appoint_admin: ({ from }) => (from ? `Was ${from}` : ''),
  set_role: ({ from, to }) => `From ${from ?? 'no role'} to ${to ?? 'no role'}`,
  ban: ({ until }) => (until ? untilText(until) : ''),
  release_award: (_, other) => `Taken from ${other}`,
  refund_payment: ({ amount }) => (amount === undefined ? '' : formatMoney(amount)),
  remove_review: ({ rating = 0, comment }, other) =>
    `${formatCount(rating, 'star')} for ${other}${comment ? `: “${comment}”` : ''}`,
  handle_demo_request: ({ handled }) => (handled ? 'As handled' : 'As waiting'),
  send_mail_again: mailText,
  remove_mail: mailText,
}

export function detailsText(action: string, details: unknown, other: string): string {
  return detailsTexts[action]?.(parseDetails(details), other) ?? ''
}

function parseDetails(details: unknown): Details {
  const { data = {} } = z.safeParse(detailsSchema, details)
  return data
}

function roleText({ role }: Details) {
  return role ? `As ${role}` : ''
}

/** Returns the subject of the email, with the email address if the recipient has no account. */
function mailText({ mail, address }: Details) {
  if (!mail) return ''
  return `“${mailSubject(mail)}”${address ? ` to ${address}` : ''}`
}

function untilText(until: string) {
  return until === 'infinity' ? 'Permanently' : `Until ${formatTimeWithZone(until)}`
}
