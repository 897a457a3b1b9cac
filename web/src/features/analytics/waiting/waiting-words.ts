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
import { counted } from '#lib/format/counted.ts'
import { money } from '#lib/format/money.ts'
import type { WaitingKind, WaitingThing } from './waiting.ts'

interface Words {
  icon: LucideIcon
  who: (thing: WaitingThing) => string
  what: (thing: WaitingThing) => string
  about: (thing: WaitingThing) => string
  /** The one thing to do, as on the button. */
  action: string
}

const other = ({ other_name: name }: WaitingThing) => name ?? 'Somebody'
const title = (thing: WaitingThing) => thing.title
const amount = (thing: WaitingThing) => money(thing.amount ?? 0)

export const waitingWords: Record<WaitingKind, Words> = {
  bids_to_judge: {
    icon: Gavel,
    who: (thing) => (thing.count === 1 ? other(thing) : counted(thing.count, 'bid')),
    what: (thing) => (thing.count === 1 ? `bids ${amount(thing)}` : `from ${amount(thing)}`),
    about: title,
    action: 'Judge Bids',
  },
  payment_due: {
    icon: CreditCard,
    who: other,
    what: (thing) => `is owed ${amount(thing)}`,
    about: title,
    action: 'Record payment',
  },
  review_to_leave: {
    icon: Star,
    who: other,
    what: () => 'can be reviewed',
    about: title,
    action: 'Leave a review',
  },
  job_to_finish: {
    icon: Hammer,
    who: other,
    what: (thing) => `gave you this job for ${amount(thing)}`,
    about: title,
    action: 'Mark Complete',
  },
  consultation_soon: {
    icon: CalendarClock,
    who: other,
    what: () => 'meets you soon',
    about: title,
    action: 'Chat Now',
  },
  messages: {
    icon: MessageSquare,
    who: other,
    what: ({ count }) => (count === 1 ? 'wrote to you' : `wrote ${count} messages`),
    about: title,
    action: 'Open Chat',
  },
  demo_request: {
    icon: Mail,
    who: other,
    what: () => 'asks for a demo',
    about: title,
    action: 'See request',
  },
  newcomer: {
    icon: UserRoundPlus,
    who: other,
    what: () => 'came and has no role yet',
    about: title,
    action: 'See newcomer',
  },
  job_without_bids: {
    icon: Gavel,
    who: other,
    what: () => 'waits for a bid',
    about: title,
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
