import { CalendarClock, CreditCard, Gavel, Hammer, Mail, MailX, MessageSquare, Star, UserRoundPlus, type LucideIcon } from 'lucide-react'
import { formatCount, formatMoney } from '#lib/format.ts'
import type { OpenItemKind, OpenItem } from './open-items.queries.ts'

interface OpenItemTexts {
  icon: LucideIcon
  who: (thing: OpenItem) => string
  what: (thing: OpenItem) => string
  about: (thing: OpenItem) => string
  /** The one thing to do, as on the button. */
  action: string
}

const otherName = ({ other_name: name }: OpenItem) => name ?? 'Somebody'
const jobTitle = (thing: OpenItem) => thing.title
const itemAmount = (thing: OpenItem) => formatMoney(thing.amount ?? 0)

export const openItemTexts: Record<OpenItemKind, OpenItemTexts> = {
  bids_to_judge: {
    icon: Gavel,
    who: (thing) => (thing.count === 1 ? otherName(thing) : formatCount(thing.count, 'bid')),
    what: (thing) =>
      thing.count === 1 ? `bids ${itemAmount(thing)}` : `from ${itemAmount(thing)}`,
    about: jobTitle,
    action: 'Judge Bids',
  },
  payment_due: {
    icon: CreditCard,
    who: otherName,
    what: (thing) => `is owed ${itemAmount(thing)}`,
    about: jobTitle,
    action: 'Record payment',
  },
  review_to_leave: {
    icon: Star,
    who: otherName,
    what: () => 'can be reviewed',
    about: jobTitle,
    action: 'Leave a review',
  },
  job_to_finish: {
    icon: Hammer,
    who: otherName,
    what: (thing) => `gave you this job for ${itemAmount(thing)}`,
    about: jobTitle,
    action: 'Mark Complete',
  },
  consultation_soon: {
    icon: CalendarClock,
    who: otherName,
    what: () => 'meets you soon',
    about: jobTitle,
    action: 'Chat Now',
  },
  messages: {
    icon: MessageSquare,
    who: otherName,
    what: ({ count }) => (count === 1 ? 'wrote to you' : `wrote ${count} messages`),
    about: jobTitle,
    action: 'Open Chat',
  },
  demo_request: {
    icon: Mail,
    who: otherName,
    what: () => 'asks for a demo',
    about: jobTitle,
    action: 'See request',
  },
  newcomer: {
    icon: UserRoundPlus,
    who: otherName,
    what: () => 'came and has no role yet',
    about: jobTitle,
    action: 'See newcomer',
  },
  job_without_bids: {
    icon: Gavel,
    who: otherName,
    what: () => 'waits for a bid',
    about: jobTitle,
    action: 'See job',
  },
  unsent_mails: {
    icon: MailX,
    who: ({ count }) => formatCount(count, 'mail'),
    what: () => 'could not be sent',
    about: () => 'Given up',
    action: 'See why',
  },
}

export type OpenItemHandlers = Partial<Record<OpenItemKind, (thing: OpenItem) => void>>

/** Where admins see to it; everything else has a conversation about it. */
export function openItemPath(thing: OpenItem, isFacility: boolean): string {
  if (thing.kind === 'demo_request') return '/admin/demo-requests'
  if (thing.kind === 'newcomer') return '/admin/newcomers'
  if (thing.kind === 'job_without_bids') return `/admin/jobs?job=${thing.id}`
  if (thing.kind === 'unsent_mails') return '/admin/mails'
  return chatAbout(thing, isFacility)
}

function chatAbout(thing: OpenItem, isFacility: boolean) {
  const { job_id: job, consultation_id: consultation, other_id: other } = thing
  if (consultation) return `/chat/consultation/${consultation}`
  return isFacility && other ? `/chat/job/${job}?with=${other}` : `/chat/job/${job}`
}
