// Verifies the tokens of a request and reads their claims.
import type { IncomingHttpHeaders } from 'node:http'
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JWK,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import { z } from 'zod'

export interface Identity {
  role: string
  /** The token's claims as JSON, which row security policies read. */
  claims: string
  sub: string | undefined
  sessionId: string | undefined
  /** The token is refused from this time on. */
  expiresAtSeconds: number
}

/** Returns true for a request without a token, or with only the public key that every page contains. */
export function isVisitor({ role }: Identity) {
  return role === 'anon'
}

/** Returns true for a secret token that belongs to no user, such as the server's own key. */
export function isServerKey(identity: Identity) {
  return identity.sub === undefined && !isVisitor(identity)
}

interface TokenSettings {
  jwtSecret: string
  /** The public keys that verify the server's ES256 tokens. */
  keys: JWK[]
  /** Tokens for another audience are refused. */
  audience: string
  /** The role of requests without a token, or undefined to refuse these requests. */
  anonymousRole: string | undefined
}

/** The tolerated difference between the clocks of the server and of the token's issuer. */
const leewaySeconds = 30
const maxCachedTokens = 5000

const claims = z.looseObject({
  role: z.string().min(1).optional(),
  sub: z.string().nullish(),
  session_id: z.guid().nullish(),
  exp: z.number().optional(),
  iat: z.number().optional(),
  aud: z.union([z.string(), z.array(z.string())]).nullish(),
})

export class Identities {
  readonly #settings: TokenSettings
  readonly #secret: Uint8Array
  readonly #keySet: ReturnType<typeof createLocalJWKSet>
  /** The identities of verified tokens, by token. */
  readonly #known = new Map<string, Identity>()

  constructor(settings: TokenSettings) {
    this.#settings = settings
    this.#secret = new TextEncoder().encode(settings.jwtSecret)
    this.#keySet = createLocalJWKSet({ keys: settings.keys })
  }

  /** If a request has both an API key and a bearer token, the bearer token identifies the user. */
  async identify({ apikey, authorization }: IncomingHttpHeaders): Promise<Identity> {
    const key = typeof apikey === 'string' ? await this.#verify(apikey) : undefined
    if (authorization === undefined) return key ?? this.#anonymous()
    const bearer = /^bearer(?: (.*))?$/iu.exec(authorization)
    if (!bearer) return key ?? this.#anonymous()
    const token = bearer[1]?.trim() ?? ''
    if (token === '')
      throw new TokenRefused('undecodable', 'Empty JWT is sent in Authorization header')
    return key && token === apikey ? key : this.#verify(token)
  }

  #anonymous(): Identity {
    const role = this.#settings.anonymousRole
    if (role === undefined) throw new TokenRefused('missing', 'Anonymous access is disabled')
    const claimsJson = JSON.stringify({ role })
    return {
      role,
      claims: claimsJson,
      sub: undefined,
      sessionId: undefined,
      expiresAtSeconds: Infinity,
    }
  }

  async #verify(token: string): Promise<Identity> {
    const known = this.#known.get(token)
    if (known && known.expiresAtSeconds > Date.now() / 1000) return known
    this.#known.delete(token)
    const verified = await this.#verifyUncached(token)
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= maxCachedTokens) this.#known.delete(oldest)
    this.#known.set(token, verified)
    return verified
  }

  async #verifyUncached(token: string): Promise<Identity> {
    const parts = token.split('.').length
    if (parts !== 3) throw new TokenRefused('undecodable', `Expected 3 parts in JWT; got ${parts}`)
    const payload = await this.#payloadOf(token)
    const read = claims.safeParse(payload)
    if (!read.success) throw new TokenRefused('claims', describeInvalidClaim(read.error))
    const { aud, exp = Infinity, iat, role = this.#settings.anonymousRole, sub } = read.data
    if (iat !== undefined && iat > Date.now() / 1000 + leewaySeconds) {
      throw new TokenRefused('claims', 'JWT issued at future')
    }
    // As in PostgREST, a token with no audience, or with an empty list of audiences, is accepted.
    const audiences = [aud ?? []].flat()
    if (audiences.length > 0 && !audiences.includes(this.#settings.audience)) {
      throw new TokenRefused('claims', 'JWT not in audience')
    }
    if (role === undefined) throw new TokenRefused('missing', 'Anonymous access is disabled')
    return {
      role,
      claims: JSON.stringify({ ...payload, role }),
      sub: sub ?? undefined,
      sessionId: read.data.session_id ?? undefined,
      expiresAtSeconds: exp + leewaySeconds,
    }
  }

  async #payloadOf(token: string): Promise<JWTPayload> {
    try {
      const { alg, kid } = decodeProtectedHeader(token)
      const options = { algorithms: ['HS256', 'ES256'], clockTolerance: leewaySeconds }
      // The shared secret has no key id, so an HS256 token with a key id was signed with another key.
      if (alg === 'HS256' && kid === undefined) {
        return (await jwtVerify(token, this.#secret, options)).payload
      }
      if (alg !== 'HS256') return (await jwtVerify(token, this.#keySet, options)).payload
    } catch (error) {
      throw toTokenRefused(error)
    }
    throw noSuitableKey('No suitable key was found to decode the JWT')
  }
}

function toTokenRefused(error: unknown): TokenRefused {
  const refuse = (reason: TokenRefusalReason, message: string) => new TokenRefused(reason, message)
  if (error instanceof errors.JWTExpired) return refuse('claims', 'JWT expired')
  if (error instanceof errors.JWTClaimValidationFailed)
    return refuse('claims', describeFailedClaim(error))
  if (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  ) {
    return noSuitableKey('No suitable key was found to decode the JWT')
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return refuse('undecodable', 'Wrong or unsupported encoding algorithm')
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return noSuitableKey('None of the keys was able to decode the JWT')
  }
  return refuse('undecodable', 'JWT cryptographic operation failed')
}

function noSuitableKey(details: string) {
  return new TokenRefused('undecodable', 'No suitable key or wrong key type', details)
}

function describeFailedClaim({ claim, reason }: errors.JWTClaimValidationFailed) {
  return reason === 'check_failed' ? 'JWT not yet valid' : mustBe(claim)
}

function describeInvalidClaim({ issues }: z.ZodError) {
  const claim = issues[0]?.path[0]
  return claim === 'aud' || claim === 'iat' ? mustBe(claim) : 'Parsing claims failed'
}

function mustBe(claim: string) {
  const kind = claim === 'aud' ? 'a string or an array of strings' : 'a number'
  return `The JWT '${claim}' claim must be ${kind}`
}

/** The reasons to refuse a token: it cannot be verified, a claim is invalid, or a required token is missing. */
export type TokenRefusalReason = 'undecodable' | 'claims' | 'missing'

export class TokenRefused extends Error {
  override name = 'TokenRefused'
  readonly reason: TokenRefusalReason
  readonly details: string | null

  constructor(reason: TokenRefusalReason, message: string, details: string | null = null) {
    super(message)
    this.reason = reason
    this.details = details
  }

  /** Returns the value of the WWW-Authenticate header. */
  get challenge() {
    if (this.reason === 'missing') return 'Bearer'
    return `Bearer error="invalid_token", error_description="${this.message}"`
  }
}
