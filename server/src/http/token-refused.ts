/** What was wrong: it is no token of ours, what it says does not hold, or there is none and one is needed. */
export type Refused = 'undecodable' | 'claims' | 'missing'

export class TokenRefused extends Error {
  override name = 'TokenRefused'
  readonly why: Refused

  constructor(why: Refused, message: string) {
    super(message)
    this.why = why
  }

  /** For WWW-Authenticate. */
  get challenge() {
    if (this.why === 'missing') return 'Bearer'
    return `Bearer error="invalid_token", error_description="${this.message}"`
  }
}
