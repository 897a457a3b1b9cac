import {
  CalendarClock,
  CreditCard,
  Gavel,
  Hammer,
  type LucideIcon,
  MessageSquare,
  Star,
} from 'lucide-react'
import { money } from '../../../lib/format/money.ts'
import type { WaitingKind, WaitingThing } from './waiting.ts'

interface Words {
  icon: LucideIcon
  /** Who and what. */
  title: (thing: WaitingThing) => string
  /** What it is about. */
  about: (thing: WaitingThing) => string
  /** The one thing to do, as on the button. */
  action: string
}

export const waitingWords: Record<WaitingKind, Words> = {
  bids_to_judge: {
    icon: Gavel,
    title: ({ count, other_name: name, amount }) =>
      count === 1
        ? `${name ?? 'A contractor'} bids ${money(amount ?? 0)}`
        : `${count} bids to judge, from ${money(amount ?? 0)}`,
    about: ({ title }) => title,
    action: 'Judge Bids',
  },
  payment_due: {
    icon: CreditCard,
    title: ({ other_name: name, amount }) => `${money(amount ?? 0)} due to ${nameOr(name)}`,
    about: ({ title }) => title,
    action: 'Record payment',
  },
  review_to_leave: {
    icon: Star,
    title: ({ other_name: name }) => `How was the consultation with ${nameOr(name)}?`,
    about: () => 'Consultation ended',
    action: 'Leave a review',
  },
  job_to_finish: {
    icon: Hammer,
    title: ({ title }) => title,
    about: ({ other_name: name, amount }) => `For ${nameOr(name)}, ${money(amount ?? 0)}`,
    action: 'Mark Complete',
  },
  consultation_soon: {
    icon: CalendarClock,
    title: ({ other_name: name }) => `Consultation with ${nameOr(name)}`,
    about: () => 'Within a day',
    action: 'Chat Now',
  },
  messages: {
    icon: MessageSquare,
    title: ({ count, other_name: name }) =>
      `${count === 1 ? 'A message' : `${count} messages`} from ${nameOr(name)}`,
    about: ({ title }) => title,
    action: 'Open Chat',
  },
}

function nameOr(name: string | null) {
  return name ?? 'the other side'
}
