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
import { jobPath } from '#lib/job-paths.ts'
import type { OpenItem, OpenItemKind } from './open-item.ts'

interface OpenItemTexts {
  /** The title of the column, which says what the user has to do. */
  label: string
  icon: LucideIcon
  title: (item: OpenItem) => string
  about: (item: OpenItem) => string
  /** The verb for screen readers. */
  action: string
}

const otherName = ({ other_name: name }: OpenItem) => name ?? 'Someone'
const subject = ({ title }: OpenItem) => title
const amountOf = ({ amount }: OpenItem) => formatMoney(amount ?? 0)
const nameAndAmount = (item: OpenItem) => `${otherName(item)}, ${amountOf(item)}`

export const openItemTexts: Record<OpenItemKind, OpenItemTexts> = {
  bids_to_judge: {
    label: 'Decide',
    icon: Gavel,
    title: (item) =>
      item.count === 1
        ? `${otherName(item)} bid ${amountOf(item)}`
        : `${formatCount(item.count, 'bid')}, lowest ${amountOf(item)}`,
    about: subject,
    action: 'Review bids',
  },
  payment_due: {
    label: 'Pay',
    icon: CreditCard,
    title: nameAndAmount,
    about: subject,
    action: 'Record payment',
  },
  review_to_leave: {
    label: 'Review',
    icon: Star,
    title: otherName,
    about: subject,
    action: 'Leave a review',
  },
  job_to_finish: {
    label: 'Finish',
    icon: Hammer,
    title: subject,
    about: nameAndAmount,
    action: 'Mark Complete',
  },
  consultation_soon: {
    label: 'Meet',
    icon: CalendarClock,
    title: otherName,
    about: subject,
    action: 'Chat Now',
  },
  messages: {
    label: 'Reply',
    icon: MessageSquare,
    title: (item) =>
      item.count === 1 ? otherName(item) : `${otherName(item)}, ${item.count} messages`,
    about: subject,
    action: 'Open Chat',
  },
  demo_request: {
    label: 'Demo requests',
    icon: Mail,
    title: otherName,
    about: subject,
    action: 'See request',
  },
  newcomer: {
    label: 'New sign-ups',
    icon: UserRoundPlus,
    title: otherName,
    about: subject,
    action: 'See sign-up',
  },
  job_without_bids: {
    label: 'No bids for 3 days',
    icon: Gavel,
    title: subject,
    about: otherName,
    action: 'See job',
  },
  unsent_mails: {
    label: 'Unsent emails',
    icon: MailX,
    title: ({ count }) => formatCount(count, 'email'),
    about: () => "Couldn't be delivered",
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
  if (item.kind === 'job_without_bids') return jobPath('admin', item.id)
  if (item.kind === 'unsent_mails') return '/admin/mails'
  return chatPath(item, isFacility)
}

function chatPath(item: OpenItem, isFacility: boolean) {
  const { job_id: job, consultation_id: consultation, other_id: other } = item
  if (consultation) return `/chat/consultation/${consultation}`
  return isFacility && other ? `/chat/job/${job}?with=${other}` : `/chat/job/${job}`
}
