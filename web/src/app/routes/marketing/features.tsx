import {
  CalendarClock,
  Handshake,
  type LucideIcon,
  MessagesSquare,
  Scale,
  ShieldCheck,
  SquarePen,
} from 'lucide-react'

interface Feature {
  icon: LucideIcon
  title: string
  words: string
  isComing?: boolean
}

const features: Feature[] = [
  {
    icon: SquarePen,
    title: 'Post a job in a minute',
    words: 'What needs doing, where, and your budget. Contractors find it at once.',
  },
  {
    icon: Scale,
    title: 'Compare bids, not emails',
    words: 'Every bid beside your budget and the others. Accept one, and the rest are declined.',
  },
  {
    icon: CalendarClock,
    title: 'Ask a consultant first',
    words: 'Book somebody who has seen it before, read their reviews, and talk it through.',
  },
  {
    icon: MessagesSquare,
    title: 'One place to talk',
    words: 'Each job and each consultation has its own conversation. Nothing gets lost.',
  },
  {
    icon: ShieldCheck,
    title: 'Automated vetting',
    words: 'Licenses and certifications checked before a bid reaches you.',
    isComing: true,
  },
  {
    icon: Handshake,
    title: 'Automated negotiation',
    words: 'Offers and counter-offers within the limits that you set.',
    isComing: true,
  },
]

export function Features() {
  return (
    <section className="wide">
      <h2>Less chasing, more done</h2>
      <p className="lead">
        Everything between a broken unit and a paid invoice, in one calm place.
      </p>
      <ul className="features">
        {features.map(({ icon: Icon, title, words, isComing }) => (
          <li key={title}>
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            <h3>
              {title}
              {isComing ? <small>coming</small> : null}
            </h3>
            <p>{words}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
