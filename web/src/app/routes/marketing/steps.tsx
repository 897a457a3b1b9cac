const steps = [
  {
    title: 'Post a job',
    words: 'The clinic’s rooftop unit blows warm air. Two sentences, a photo, $8,500.00.',
    when: 'Monday, 9:10 AM',
  },
  {
    title: 'Receive bids',
    words: 'Three contractors who do this kind of work make an offer.',
    when: 'By Tuesday',
  },
  {
    title: 'Compare and select',
    words:
      'The amounts beside each other and your budget. One press accepts a bid and declines the rest.',
    when: 'Wednesday',
  },
  {
    title: 'Get it done',
    words: 'The contractor marks the job complete, and the payment is on record.',
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
            {steps.map(({ title, words, when }, place) => (
              <li key={title}>
                <span className="number" aria-hidden>
                  {place + 1}
                </span>
                <h3>{title}</h3>
                <p>{words}</p>
                <small>{when}</small>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}
