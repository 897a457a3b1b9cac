// A drawing of the product, until a picture of it takes its place.
interface Bid {
  who: string
  what: string
  amount: string
  beside: string
  facts: [placed: string, messages: string, status: string]
}

const bids: Bid[] = [
  {
    who: 'Front Range Mechanical',
    what: 'HVAC, Denver',
    amount: '$7,350.00',
    beside: '$1,150.00 under budget',
    facts: ['Mon, 11:40 AM', '2 unread', 'Pending'],
  },
  {
    who: 'Peak Air Services',
    what: 'HVAC, Aurora',
    amount: '$8,100.00',
    beside: '$400.00 under budget',
    facts: ['Mon, 4:05 PM', 'None', 'Pending'],
  },
  {
    who: 'Alpine Comfort Co.',
    what: 'HVAC, Boulder',
    amount: '$8,940.00',
    beside: '$440.00 over budget',
    facts: ['Tue, 8:20 AM', '1 read', 'Pending'],
  },
]

const facts = ['Placed', 'Messages', 'Status']

export function Frame() {
  return (
    <figure className="frame">
      <div className="window" role="img" aria-label="A job with three bids, compared side by side.">
        <div className="bar" aria-hidden>
          <i />
          <i />
          <i />
        </div>
        <div className="app" aria-hidden>
          <div className="side">
            <b />
            <i />
            <i />
            <i />
            <i />
          </div>
          <div className="job">
            <div className="job-head">
              <div>
                <strong>Replace rooftop unit 3</strong>
                <span>Lakewood clinic · HVAC · posted Monday</span>
              </div>
              <span className="chip">3 bids to compare</span>
              <span className="budget">
                Budget <b>$8,500.00</b>
              </span>
            </div>
            <div className="bids">
              {bids.map((bid) => (
                <BidCard key={bid.who} bid={bid} />
              ))}
            </div>
          </div>
        </div>
      </div>
      <figcaption>A drawing of the product, with an example job.</figcaption>
    </figure>
  )
}

function BidCard({ bid: { who, what, amount, beside, facts: values } }: { bid: Bid }) {
  return (
    <div className="bid">
      <strong>{who}</strong>
      <span>{what}</span>
      <b className="amount">{amount}</b>
      <span>{beside}</span>
      <dl>
        {facts.map((fact, place) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>{values[place]}</dd>
          </div>
        ))}
      </dl>
      <em>Accept Bid</em>
    </div>
  )
}
