// Who asks: the person or the key behind a token. A token that was verified once is known until it expires.
import type { IncomingHttpHeaders } from 'node:http'
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JWK,
  jwtVerify,
  type JWTPayload,
} from 'jose'
import { z } from 'zod'
import { type Refused, TokenRefused } from './token-refused.ts'

export interface Identity {
  role: string
  /** As JSON, for the rules in SQL. */
  claims: string
  sub: string | undefined
  sessionId: string | undefined
  /** In seconds; from then on the token is refused. */
  expires: number
}

/** Nobody in particular, with the key that every page carries or with none. */
export function isVisitor({ role }: Identity) {
  return role === 'anon'
}

export interface TokenSettings {
  jwtSecret: string
  /** The public halves of the server's own keys. */
  keys: JWK[]
  /** A token that names another audience is refused. */
  audience: string
  /** Who comes without a token; undefined: nobody may. */
  anonymousRole: string | undefined
}

/** Clocks differ. */
const leeway = 30
const mostRemembered = 5000

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
  readonly #known = new Map<string, Identity>()

  constructor(settings: TokenSettings) {
    this.#settings = settings
    this.#secret = new TextEncoder().encode(settings.jwtSecret)
    this.#keySet = createLocalJWKSet({ keys: settings.keys })
  }

  /** Both tokens have to be good; that of the person counts. */
  async of({ apikey, authorization }: IncomingHttpHeaders): Promise<Identity> {
    const key = typeof apikey === 'string' ? await this.#verify(apikey) : undefined
    if (authorization === undefined) return key ?? this.#nobody()
    const bearer = /^bearer(?: (.*))?$/iu.exec(authorization)
    if (!bearer) return key ?? this.#nobody()
    const token = bearer[1]?.trim() ?? ''
    if (token === '')
      throw new TokenRefused('undecodable', 'Empty JWT is sent in Authorization header')
    return key && token === apikey ? key : this.#verify(token)
  }

  #nobody(): Identity {
    const role = this.#settings.anonymousRole
    if (role === undefined) throw new TokenRefused('missing', 'Anonymous access is disabled')
    const claimed = JSON.stringify({ role })
    return { role, claims: claimed, sub: undefined, sessionId: undefined, expires: Infinity }
  }

  async #verify(token: string): Promise<Identity> {
    const known = this.#known.get(token)
    if (known && known.expires > Date.now() / 1000) return known
    this.#known.delete(token)
    const verified = await this.#verifyAnew(token)
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= mostRemembered) this.#known.delete(oldest)
    this.#known.set(token, verified)
    return verified
  }

  async #verifyAnew(token: string): Promise<Identity> {
    const parts = token.split('.').length
    if (parts !== 3) throw new TokenRefused('undecodable', `Expected 3 parts in JWT; got ${parts}`)
    const payload = await this.#payloadOf(token)
    const read = claims.safeParse(payload)
    if (!read.success) throw new TokenRefused('claims', wrongClaim(read.error))
    const { aud, exp = Infinity, iat, role = this.#settings.anonymousRole, sub } = read.data
    if (iat !== undefined && iat > Date.now() / 1000 + leeway) {
      throw new TokenRefused('claims', 'JWT issued at future')
    }
    // An empty list names no audience, as in the original.
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
      expires: exp + leeway,
    }
  }

  async #payloadOf(token: string): Promise<JWTPayload> {
    try {
      const { alg, kid } = decodeProtectedHeader(token)
      const options = { algorithms: ['HS256', 'ES256'], clockTolerance: leeway }
      // The shared secret has no id: a token that names one means another key.
      if (alg === 'HS256' && kid === undefined) {
        return (await jwtVerify(token, this.#secret, options)).payload
      }
      if (alg !== 'HS256') return (await jwtVerify(token, this.#keySet, options)).payload
    } catch (error) {
      throw refusalFor(error)
    }
    throw new TokenRefused('undecodable', 'No suitable key or wrong key type')
  }
}

function refusalFor(error: unknown): TokenRefused {
  const refuse = (why: Refused, message: string) => new TokenRefused(why, message)
  if (error instanceof errors.JWTExpired) return refuse('claims', 'JWT expired')
  if (error instanceof errors.JWTClaimValidationFailed) return refuse('claims', failedClaim(error))
  if (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  ) {
    return refuse('undecodable', 'No suitable key or wrong key type')
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return refuse('undecodable', 'Wrong or unsupported encoding algorithm')
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return refuse('undecodable', 'JWT cryptographic operation failed')
  }
  return refuse('undecodable', "JWT couldn't be decoded")
}

function failedClaim({ claim, reason }: errors.JWTClaimValidationFailed) {
  return reason === 'check_failed' ? 'JWT not yet valid' : mustBe(claim)
}

/** What no claim of this name can be. */
function wrongClaim({ issues }: z.ZodError) {
  const claim = issues[0]?.path[0]
  return claim === 'aud' || claim === 'iat' ? mustBe(claim) : 'Parsing claims failed'
}

function mustBe(claim: string) {
  const kind = claim === 'aud' ? 'a string or an array of strings' : 'a number'
  return `The JWT '${claim}' claim must be ${kind}`
}
