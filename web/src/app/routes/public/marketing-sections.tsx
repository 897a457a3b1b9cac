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
  text: string
  isComing?: boolean
}

const features: Feature[] = [
  {
    icon: SquarePen,
    title: 'Post a job in a minute',
    text: 'What needs doing, where, and your budget. Contractors find it at once.',
  },
  {
    icon: Scale,
    title: 'Compare bids, not emails',
    text: 'Every bid beside your budget and the others. Accept one, and the rest are declined.',
  },
  {
    icon: CalendarClock,
    title: 'Ask a consultant first',
    text: 'Book somebody who has seen it before, read their reviews, and talk it through.',
  },
  {
    icon: MessagesSquare,
    title: 'One place to talk',
    text: 'Each job and each consultation has its own conversation. Nothing gets lost.',
  },
  {
    icon: ShieldCheck,
    title: 'Automated vetting',
    text: 'Licenses and certifications checked before a bid reaches you.',
    isComing: true,
  },
  {
    icon: Handshake,
    title: 'Automated negotiation',
    text: 'Offers and counter-offers within the limits that you set.',
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
        {features.map(({ icon: Icon, title, text, isComing }) => (
          <li key={title}>
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            <h3>
              {title}
              {isComing ? <small>coming</small> : null}
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const steps = [
  {
    title: 'Post a job',
    text: 'The clinic’s rooftop unit blows warm air. Two sentences, a photo, $8,500.00.',
    when: 'Monday, 9:10 AM',
  },
  {
    title: 'Receive bids',
    text: 'Three contractors who do this kind of work make an offer.',
    when: 'By Tuesday',
  },
  {
    title: 'Compare and select',
    text: 'The amounts beside each other and your budget. One press accepts a bid and declines the rest.',
    when: 'Wednesday',
  },
  {
    title: 'Get it done',
    text: 'The contractor marks the job complete, and the payment is on record.',
    when: 'Friday',
  },
]

export function Steps() {
  return (
    <section className="band" id="how-it-works">
      <div className="wide">
        <h2>How it works</h2>
        <p className="lead">Four steps, told on one job.</p>
        <div className="way">
          <div className="track" aria-hidden>
            <div className="marker" />
          </div>
          <ol className="steps">
            {steps.map(({ title, text, when }, index) => (
              <li key={title}>
                <span className="number" aria-hidden>
                  {index + 1}
                </span>
                <h3>{title}</h3>
                <p>{text}</p>
                <small>{when}</small>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}

const people = [
  {
    who: 'Facilities',
    gain: 'Know what it costs before you say yes.',
    points: ['Bids on one screen', 'Consultants when you need one', 'Every job on record'],
  },
  {
    who: 'Contractors',
    gain: 'Find work that fits, and win it fairly.',
    points: ['Open jobs with budgets', 'Your win rate, in plain sight', 'Payment noted when done'],
  },
  {
    who: 'Consultants',
    gain: 'Be booked for what you know.',
    points: ['Your services and fee', 'Reviews from real bookings', 'Earnings month by month'],
  },
]

export function People() {
  return (
    <section className="wide">
      <h2>Made for everyone on the job</h2>
      <div className="people">
        {people.map(({ who, gain, points }) => (
          <div key={who}>
            <h3>{who}</h3>
            <p>{gain}</p>
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
