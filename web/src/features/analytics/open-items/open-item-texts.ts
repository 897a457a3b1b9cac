import {
  CalendarClock,
  CreditCard,
  Gavel,
  Hammer,
  type LucideIcon,
  Mail,
  MailX,
  MessageSquare,
  Star,
  UserRoundPlus,
} from 'lucide-react'
import { formatCount, formatMoney } from '#lib/format.ts'
import type { OpenItem, OpenItemKind } from './open-item.ts'

interface OpenItemTexts {
  /** The title of the column. */
  label: string
  icon: LucideIcon
  who: (item: OpenItem) => string
  what: (item: OpenItem) => string
  about: (item: OpenItem) => string
  /** The verb for screen readers. */
  action: string
}

const otherName = ({ other_name: name }: OpenItem) => name ?? 'Someone'
const itemTitle = (item: OpenItem) => item.title
const itemAmount = (item: OpenItem) => formatMoney(item.amount ?? 0)

export const openItemTexts: Record<OpenItemKind, OpenItemTexts> = {
  bids_to_judge: {
    label: 'Decide',
    icon: Gavel,
    who: (item) => (item.count === 1 ? otherName(item) : formatCount(item.count, 'bid')),
    what: (item) =>
      item.count === 1 ? `bid ${itemAmount(item)}` : `received, lowest ${itemAmount(item)}`,
    about: itemTitle,
    action: 'Review bids',
  },
  payment_due: {
    label: 'Pay',
    icon: CreditCard,
    who: otherName,
    what: (item) => `is owed ${itemAmount(item)}`,
    about: itemTitle,
    action: 'Record payment',
  },
  review_to_leave: {
    label: 'Review',
    icon: Star,
    who: otherName,
    what: () => 'can be reviewed',
    about: itemTitle,
    action: 'Leave a review',
  },
  job_to_finish: {
    label: 'Finish',
    icon: Hammer,
    who: otherName,
    what: (item) => `awarded you this job for ${itemAmount(item)}`,
    about: itemTitle,
    action: 'Mark Complete',
  },
  consultation_soon: {
    label: 'Meet',
    icon: CalendarClock,
    who: otherName,
    what: () => 'has a consultation with you soon',
    about: itemTitle,
    action: 'Chat Now',
  },
  messages: {
    label: 'Reply',
    icon: MessageSquare,
    who: otherName,
    what: ({ count }) => (count === 1 ? 'sent you a message' : `sent you ${count} messages`),
    about: itemTitle,
    action: 'Open Chat',
  },
  demo_request: {
    label: 'Demo requests',
    icon: Mail,
    who: otherName,
    what: () => 'requested a demo',
    about: itemTitle,
    action: 'See request',
  },
  newcomer: {
    label: 'New sign-ups',
    icon: UserRoundPlus,
    who: otherName,
    what: () => 'signed up and has no role yet',
    about: itemTitle,
    action: 'See sign-up',
  },
  job_without_bids: {
    label: 'Jobs without bids',
    icon: Gavel,
    who: otherName,
    what: () => 'has a job with no bids for 3 days',
    about: itemTitle,
    action: 'See job',
  },
  unsent_mails: {
    label: 'Unsent emails',
    icon: MailX,
    who: ({ count }) => formatCount(count, 'email'),
    what: () => "couldn't be sent",
    about: () => 'Unsent emails',
    action: 'See why',
  },
}

/** The kinds in display order. */
export const shownKinds: readonly OpenItemKind[] = [
  'bids_to_judge',
  'payment_due',
  'job_to_finish',
  'consultation_soon',
  'messages',
  'review_to_leave',
  'newcomer',
  'demo_request',
  'job_without_bids',
  'unsent_mails',
]

/** Returns the path of the screen where the user can act on the item. */
export function openItemPath(item: OpenItem, isFacility: boolean): string {
  if (item.kind === 'demo_request') return '/admin/demo-requests'
  if (item.kind === 'newcomer') return '/admin/newcomers'
  if (item.kind === 'job_without_bids') return `/admin/jobs?job=${item.id}`
  if (item.kind === 'unsent_mails') return '/admin/mails'
  return chatPath(item, isFacility)
}

function chatPath(item: OpenItem, isFacility: boolean) {
  const { job_id: job, consultation_id: consultation, other_id: other } = item
  if (consultation) return `/chat/consultation/${consultation}`
  return isFacility && other ? `/chat/job/${job}?with=${other}` : `/chat/job/${job}`
}
