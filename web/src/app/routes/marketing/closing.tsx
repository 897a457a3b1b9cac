export function Closing() {
  return (
    <section className="wide last">
      <div className="closing">
        <h2>Your next job, without the phone calls</h2>
        <p>Signing up costs nothing. We show you around with jobs like yours.</p>
        <p className="buttons">
          <a className="button" href="/request-intake-form">
            {"Get Started – It's Free"}
          </a>
          <a className="button plain" href="/request-intake-form">
            Schedule Demo
          </a>
        </p>
      </div>
    </section>
  )
}
