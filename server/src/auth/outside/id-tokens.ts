// An id token that an app got from a provider by itself: signed by the provider, for an app of ours, for this sign-in,
// now. See docs/decisions/0030.
import { createHash } from 'node:crypto'
import { errors, type JWTPayload } from 'jose'
import type { Queryable } from '../../postgres/queryable.ts'
import { hashOf, isSame } from '../../keys/derived-keys.ts'
import { AuthError } from '../errors.ts'
import type { ProviderKeys } from './provider-keys.ts'

/** Of the provider. */
export interface Issuer {
  keys: ProviderKeys
  /** The name that it gives itself. Where it has a name for each of its customers, that customer stands in it. */
  issuer: string
  /** Whoever of ours a token may be for. */
  clientIds: readonly string[]
}

export interface GivenToken {
  token: string
  /** As the app made it up; the token has its hash. */
  nonce?: string | undefined
  accessToken?: string | undefined
}

type Payload = JWTPayload & { tid?: unknown; nonce?: unknown; at_hash?: unknown }

/** Clocks differ. */
const leeway = 30

const bad = (why: string, cause?: unknown) =>
  new AuthError(400, 'invalid_credentials', `Bad ID token: ${why}`, { cause })

export async function verifyIdToken(from: Issuer, given: GivenToken): Promise<Payload> {
  const { payload, protectedHeader } = await verifySignature(from, given.token)
  // Tokens for other ends are signed by the same keys.
  if ((protectedHeader.typ ?? 'JWT').toUpperCase() !== 'JWT') throw bad('it is none.')
  if (!payload.sub) throw bad('it does not say whom it is about.')
  checkIssuer(from, payload)
  checkApp(from, payload)
  checkTimes(payload)
  checkNonce(payload.nonce, given.nonce)
  checkAccessToken(payload.at_hash, given.accessToken, protectedHeader.alg)
  return payload
}

async function verifySignature({ keys, clientIds }: Issuer, token: string) {
  return keys.verify<Payload>(token, { audience: [...clientIds] }).catch((error: unknown) => {
    const why = whyOf(error)
    throw why === undefined ? error : bad(why, error)
  })
}

/** Undefined where the fault is not the token's. */
function whyOf(error: unknown) {
  if (error instanceof errors.JWTExpired) return 'it has expired.'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf') return 'it is not valid yet.'
    return error.claim === 'aud' ? 'it is for another app.' : `its claim ${error.claim} is wrong.`
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return 'its algorithm is not taken.'
  if (error instanceof errors.JWKSNoMatchingKey) return 'it is signed by a key that is not known.'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is wrong.'
  const isForm =
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSMultipleMatchingKeys
  return isForm ? 'it cannot be read.' : undefined
}

function checkIssuer({ issuer }: Issuer, { iss, tid }: Payload) {
  const customer = typeof tid === 'string' && /^[\w-]{1,100}$/u.test(tid) ? tid : ''
  if (iss !== issuer.replace('{tenantid}', customer)) throw bad('it is from somebody else.')
}

function checkApp({ clientIds }: Issuer, { aud = [], azp }: Payload) {
  const audiences = [aud].flat()
  if (!audiences.every((one) => clientIds.includes(one))) throw bad('it is for another app.')
  const isForSome = audiences.length > 1 && azp === undefined
  const isForOther = azp !== undefined && !clientIds.some((id) => id === azp)
  if (isForSome || isForOther) throw bad('it was given to another app.')
}

function checkTimes({ exp, iat }: Payload) {
  if (exp === undefined || iat === undefined) throw bad('it does not say how long it is valid.')
  if (iat > Date.now() / 1000 + leeway) throw bad('it is not valid yet.')
}

/** Either both know of one, or neither. */
function checkNonce(hashed: unknown, nonce: string | undefined) {
  if ((hashed === undefined) !== (nonce === undefined)) {
    throw bad('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (nonce === undefined) return
  const expected = createHash('sha256').update(nonce).digest('hex')
  if (typeof hashed !== 'string' || !isSame(hashed, expected)) throw bad('Nonces mismatch')
}

/** The left half of its hash, by the algorithm that the token is signed with. */
function checkAccessToken(hashed: unknown, accessToken: string | undefined, algorithm: string) {
  if (accessToken === undefined || hashed === undefined) return
  const bits = algorithm === 'EdDSA' ? '512' : algorithm.slice(2)
  const digest = createHash(`sha${bits}`).update(accessToken).digest()
  const expected = digest.subarray(0, digest.length / 2).toString('base64url')
  if (typeof hashed !== 'string' || !isSame(hashed, expected)) {
    throw bad('the access token does not belong to it.')
  }
}

/**
 * Each is worth one session, at whichever server it comes. Known by what is signed: a signature can be written in
 * several ways.
 */
export async function spendIdToken(db: Queryable, token: string, { exp = 0 }: Payload) {
  const signed = token.slice(0, token.lastIndexOf('.'))
  const { rowCount } = await db.query(
    `insert into private.spent_id_tokens (token_hash, valid_until) values ($1, to_timestamp($2))
     on conflict do nothing`,
    [hashOf(signed), exp + leeway],
  )
  if (rowCount !== 1) throw bad('it was used already. Sign in there again.')
}
