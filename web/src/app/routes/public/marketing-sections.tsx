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
    text: 'Describe the work, the place and your budget. Contractors see it right away.',
  },
  {
    icon: Scale,
    title: 'Compare bids, not emails',
    text: 'See every bid next to your budget. Accept one, and the rest are declined.',
  },
  {
    icon: CalendarClock,
    title: 'Ask a consultant first',
    text: 'Read reviews, book an expert who has seen it before, and talk it through.',
  },
  {
    icon: MessagesSquare,
    title: 'One place to talk',
    text: 'Every job and consultation has its own conversation, so nothing gets lost.',
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
      <p className="lead">Everything from a broken unit to a paid invoice, in one place.</p>
      <ul className="features">
        {features.map(({ icon: Icon, title, text, isComing }) => (
          <li key={title}>
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            <h3>
              {title}
              {isComing ? <small>coming soon</small> : null}
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
    text: "The clinic's rooftop unit blows warm air. Two sentences, a photo, a budget of $8,500.",
    when: 'Monday, 9:10 AM',
  },
  {
    title: 'Receive bids',
    text: 'Three contractors who do this kind of work send bids.',
    when: 'By Tuesday',
  },
  {
    title: 'Compare and select',
    text: 'See the bids side by side, next to your budget. Accept one, and the rest are declined.',
    when: 'Wednesday',
  },
  {
    title: 'Get it done',
    text: 'The contractor marks the job complete, and the payment is recorded.',
    when: 'Friday',
  },
]

export function Steps() {
  return (
    <section className="band" id="how-it-works">
      <div className="wide">
        <h2>How it works</h2>
        <p className="lead">One job in four steps.</p>
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
    points: [
      'Open jobs with budgets',
      'Your win rate, in plain sight',
      'Payments recorded when done',
    ],
  },
  {
    who: 'Consultants',
    gain: 'Get booked for what you know.',
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
