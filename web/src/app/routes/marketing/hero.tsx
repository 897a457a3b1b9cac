import { Frame } from './frame.tsx'

export function Hero() {
  return (
    <section className="hero">
      <p className="eyebrow">For facilities, contractors and consultants</p>
      <h1>Maintenance work, from first post to finished job</h1>
      <p className="lead">
        Mendwell connects facilities with consultants and maintenance professionals. Post what needs
        doing, compare the bids side by side, and see it through.
      </p>
      <p className="buttons">
        <a className="button" href="/request-intake-form">
          Get Started
        </a>
        <a className="button plain" href="/login">
          Login
        </a>
      </p>
      <p className="small-print">Colorado facilities save time and money. Zero sign-up costs.</p>
      <Frame />
    </section>
  )
}
