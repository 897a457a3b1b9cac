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
