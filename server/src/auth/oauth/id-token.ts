// Verifies an ID token that an app obtained directly from a provider. The provider must have issued and signed the
// token for one of our apps and for this sign-in. The token must not have expired. See docs/decisions/0030.
import { createHash } from 'node:crypto'
import { errors, type JWTPayload } from 'jose'
import { isEqualConstantTime, sha256 } from '../../keys/derived-keys.ts'
import type { Queryable } from '../../postgres/transaction.ts'
import { AuthError } from '../errors.ts'
import type { ProviderKeys } from './provider-keys.ts'

export interface TokenIssuer {
  keys: ProviderKeys
  /**
   * The issuer in the provider's metadata. If the provider has several tenants, the issuer contains the placeholder
   * {tenantid}.
   */
  issuer: string
  /** The client ids for which a token may be issued. */
  clientIds: readonly string[]
}

export interface AppToken {
  token: string
  /** The nonce that the app generated. The token contains only the hash of this nonce. */
  nonce?: string | undefined
  accessToken?: string | undefined
}

type Payload = JWTPayload & { tid?: unknown; nonce?: unknown; at_hash?: unknown }

const clockToleranceSeconds = 30

const badToken = (reason: string, cause?: unknown) =>
  new AuthError(400, 'invalid_credentials', `Bad ID token: ${reason}`, { cause })

export async function verifyIdToken(
  tokenIssuer: TokenIssuer,
  appToken: AppToken,
): Promise<Payload> {
  const { payload, protectedHeader } = await verifySignature(tokenIssuer, appToken.token)
  // Refuse other types such as "at+jwt", because providers sign tokens of several types with the same keys.
  if ((protectedHeader.typ ?? 'JWT').toUpperCase() !== 'JWT') throw badToken('it is not a JWT.')
  if (!payload.sub) throw badToken('it does not name a user.')
  checkIssuer(tokenIssuer, payload)
  checkApp(tokenIssuer, payload)
  checkTimes(payload)
  checkNonce(payload.nonce, appToken.nonce)
  checkAccessToken(payload.at_hash, appToken.accessToken, protectedHeader.alg)
  return payload
}

async function verifySignature({ keys, clientIds }: TokenIssuer, token: string) {
  return keys.verify<Payload>(token, { audience: [...clientIds] }).catch((error: unknown) => {
    const reason = explainTokenError(error)
    throw reason === undefined ? error : badToken(reason, error)
  })
}

/** Returns why the token was rejected, or undefined if the error has another cause. */
function explainTokenError(error: unknown) {
  if (error instanceof errors.JWTExpired) return 'it has expired.'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf') return 'it is not valid yet.'
    return error.claim === 'aud' ? 'it is for another app.' : `its claim ${error.claim} is invalid.`
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return 'its algorithm is not supported.'
  if (error instanceof errors.JWKSNoMatchingKey) return 'it is signed with an unknown key.'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is invalid.'
  const isForm =
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSMultipleMatchingKeys
  return isForm ? 'it cannot be read.' : undefined
}

function checkIssuer({ issuer }: TokenIssuer, { iss, tid }: Payload) {
  const customer = typeof tid === 'string' && /^[\w-]{1,100}$/u.test(tid) ? tid : ''
  if (iss !== issuer.replace('{tenantid}', customer)) throw badToken('it has a different issuer.')
}

function checkApp({ clientIds }: TokenIssuer, { aud = [], azp }: Payload) {
  const audiences = [aud].flat()
  if (!audiences.every((one) => clientIds.includes(one))) throw badToken('it is for another app.')
  const isForSome = audiences.length > 1 && azp === undefined
  const isForOther = azp !== undefined && !clientIds.some((id) => id === azp)
  if (isForSome || isForOther) throw badToken('it was issued to another app.')
}

function checkTimes({ exp, iat }: Payload) {
  if (exp === undefined || iat === undefined) throw badToken('it has no expiry time.')
  if (iat > Date.now() / 1000 + clockToleranceSeconds) throw badToken('it is not valid yet.')
}

/** Throws if the nonces of the token and the request do not match, or if only one of them exists. */
function checkNonce(hashed: unknown, nonce: string | undefined) {
  if ((hashed === undefined) !== (nonce === undefined)) {
    throw badToken('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (nonce === undefined) return
  const expected = createHash('sha256').update(nonce).digest('hex')
  if (typeof hashed !== 'string' || !isEqualConstantTime(hashed, expected))
    throw badToken('Nonces mismatch')
}

/**
 * Throws if the access token does not match at_hash, which is the left half of the access token's hash. The algorithm
 * of the ID token's signature determines the hash function.
 */
function checkAccessToken(hashed: unknown, accessToken: string | undefined, algorithm: string) {
  if (accessToken === undefined || hashed === undefined) return
  const bits = algorithm === 'EdDSA' ? '512' : algorithm.slice(2)
  const digest = createHash(`sha${bits}`).update(accessToken).digest()
  const expected = digest.subarray(0, digest.length / 2).toString('base64url')
  if (typeof hashed !== 'string' || !isEqualConstantTime(hashed, expected)) {
    throw badToken('the access token does not belong to it.')
  }
}

/**
 * Marks the token as used. Throws if any server has accepted the token before, because a token may start only one
 * session. Hashes only the signed part of the token, because a signature can be encoded in several ways.
 */
export async function consumeIdToken(db: Queryable, token: string, { exp = 0 }: Payload) {
  const signed = token.slice(0, token.lastIndexOf('.'))
  const { rowCount } = await db.query(
    `insert into private.spent_id_tokens (token_hash, valid_until) values ($1, to_timestamp($2))
     on conflict do nothing`,
    [sha256(signed), exp + clockToleranceSeconds],
  )
  if (rowCount !== 1) throw badToken('it was already used. Log in there again.')
}
