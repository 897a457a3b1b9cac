import {
  CalendarClock,
  CreditCard,
  Gavel,
  Hammer,
  Mail,
  MailX,
  MessageSquare,
  Star,
  UserRoundPlus,
  type LucideIcon,
} from 'lucide-react'
import { counted } from '#lib/format/counted.ts'
import { money } from '#lib/format/money.ts'
import type { WaitingKind, WaitingThing } from './open-items.queries.ts'

interface OpenItemTexts {
  icon: LucideIcon
  who: (thing: WaitingThing) => string
  what: (thing: WaitingThing) => string
  about: (thing: WaitingThing) => string
  /** The one thing to do, as on the button. */
  action: string
}

const otherName = ({ other_name: name }: WaitingThing) => name ?? 'Somebody'
const jobTitle = (thing: WaitingThing) => thing.title
const itemAmount = (thing: WaitingThing) => money(thing.amount ?? 0)

export const waitingWords: Record<WaitingKind, OpenItemTexts> = {
  bids_to_judge: {
    icon: Gavel,
    who: (thing) => (thing.count === 1 ? otherName(thing) : counted(thing.count, 'bid')),
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
    who: ({ count }) => counted(count, 'mail'),
    what: () => 'could not be sent',
    about: () => 'Given up',
    action: 'See why',
  },
}

export type HandledHere = Partial<Record<WaitingKind, (thing: WaitingThing) => void>>

/** Where admins see to it; everything else has a conversation about it. */
export function placeOf(thing: WaitingThing, isFacility: boolean): string {
  if (thing.kind === 'demo_request') return '/admin/demo-requests'
  if (thing.kind === 'newcomer') return '/admin/newcomers'
  if (thing.kind === 'job_without_bids') return `/admin/jobs?job=${thing.id}`
  if (thing.kind === 'unsent_mails') return '/admin/mails'
  return chatAbout(thing, isFacility)
}

function chatAbout(thing: WaitingThing, isFacility: boolean) {
  const { job_id: job, consultation_id: consultation, other_id: other } = thing
  if (consultation) return `/chat/consultation/${consultation}`
  return isFacility && other ? `/chat/job/${job}?with=${other}` : `/chat/job/${job}`
}
