// Defines the errors of the auth API. Clients depend on their codes and messages.
export interface AuthErrorOptions {
  headers?: Record<string, string | string[]>
  /** More fields of the response, besides code and message. */
  more?: Record<string, unknown>
  /** The original error, which is only logged. */
  cause?: unknown
}

export class AuthError extends Error {
  override name = 'AuthError'
  readonly status: number
  readonly code: string
  readonly headers: Record<string, string | string[]>
  readonly more: Record<string, unknown>

  constructor(status: number, code: string, message: string, extras: AuthErrorOptions = {}) {
    super(message, { cause: extras.cause })
    this.status = status
    this.code = code
    this.headers = extras.headers ?? {}
    this.more = extras.more ?? {}
  }
}

export const invalid = (message: string) => new AuthError(400, 'validation_failed', message)

export const badBody = (message: string) => new AuthError(400, 'bad_json', message)

export const wrongLogin = () =>
  new AuthError(400, 'invalid_credentials', 'Invalid login credentials')

export const banned = (status = 400) => new AuthError(status, 'user_banned', 'User is banned')

export const noSuchRoute = () =>
  new AuthError(404, 'not_found', 'There is nothing at this address.')

export const noToken = () =>
  new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token', {
    headers: { 'www-authenticate': 'Bearer' },
  })

/** Clients recognize this error by the beginning of its message. */
export const badToken = (reason: string) =>
  new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`)

/** The token's signature is valid, but a claim is missing or malformed. */
export const badClaim = (reason: string) =>
  new AuthError(403, 'bad_jwt', `invalid claim: ${reason}`)

export const noSession = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')

export const noSuchUser = () => new AuthError(404, 'user_not_found', 'User not found')

export const notAdmin = () => new AuthError(403, 'not_admin', 'User not allowed')

export const emailTaken = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

export const phoneTaken = () =>
  new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')

export const noPhones = (message = 'Unsupported phone provider') =>
  new AuthError(400, 'phone_provider_disabled', message)

export function countryNotServed(countries: readonly string[]) {
  const beginnings = countries.map((country) => `+${country}`).join(', ')
  const message = `We send text messages only to numbers that start with ${beginnings}. Use another number or an email address.`
  return new AuthError(422, 'phone_country_not_served', message)
}

export const signUpClosed = () =>
  new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')

export const codeExpired = () =>
  new AuthError(403, 'otp_expired', 'Token has expired or is invalid')

export const linkExpired = () =>
  new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')

export function tooOften(seconds: number) {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    headers: { 'retry-after': String(seconds) },
  })
}

const askLater = (seconds: number) =>
  `For security purposes, you can only request this after ${seconds} seconds.`

export function tooManyMails(seconds: number) {
  return new AuthError(429, 'over_email_send_rate_limit', askLater(seconds), {
    headers: { 'retry-after': String(seconds) },
  })
}

export function tooManySms(seconds: number) {
  return new AuthError(429, 'over_sms_send_rate_limit', askLater(seconds), {
    headers: { 'retry-after': String(seconds) },
  })
}

export function weakPassword(message: string, reason: 'length' | 'characters' | 'pwned') {
  return new AuthError(422, 'weak_password', message, {
    more: { weak_password: { reasons: [reason] } },
  })
}
