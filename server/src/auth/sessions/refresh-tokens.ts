// Stores hashes of refresh tokens. Each token is derived from the previous token and a secret key. Concurrent requests
// with the same token therefore get the same successor, and a stolen table contains no usable token.
import { randomBytes } from 'node:crypto'
import { keyedHash, sha256 } from '../../keys/derived-keys.ts'
import type { Queryable } from '../../postgres/transaction.ts'

/** A used token is accepted again during this interval, because the response to its first use may have been lost. */
const reuseInterval = '10 seconds'

interface TokenOwner {
  sessionId: string
  userId: string
}

export function randomRefreshToken() {
  return randomBytes(32).toString('base64url')
}

export async function rotateRefreshToken(
  db: Queryable,
  key: Buffer,
  token: string,
  owner: TokenOwner,
) {
  const next = nextTokenFor(key, token)
  await revokeTokens(db, owner)
  await store(db, next, token, owner)
  return next
}

/**
 * Issues a token that is not derived from the old one. A thief therefore cannot exchange a token that was stolen at
 * aal1 for a token at aal2.
 */
export async function replaceRefreshToken(db: Queryable, owner: TokenOwner) {
  const token = randomRefreshToken()
  await revokeTokens(db, owner)
  await store(db, token, null, owner)
  return token
}

export function nextTokenFor(key: Buffer, token: string) {
  return keyedHash(key, token).toString('base64url')
}

export interface RefreshTokenState {
  isUsed: boolean
  /** True if the token was used so recently that it is accepted again. */
  isReusable: boolean
}

export async function findTokenState(
  db: Queryable,
  token: string,
): Promise<RefreshTokenState | undefined> {
  const { rows } = await db.query<RefreshTokenState>(
    `select revoked as "isUsed", clock_timestamp() - updated_at < $2::interval as "isReusable"
     from auth.refresh_tokens where token = $1`,
    [sha256(token), reuseInterval],
  )
  return rows[0]
}

async function store(db: Queryable, token: string, parent: string | null, owner: TokenOwner) {
  await db.query('select private.add_refresh_token($1, $2, $3, $4)', [
    sha256(token),
    parent && sha256(parent),
    owner.userId,
    owner.sessionId,
  ])
}

/** Revokes all tokens of the session, of which at most one is still valid. */
async function revokeTokens(db: Queryable, { sessionId }: TokenOwner) {
  await db.query(
    `update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
     where session_id = $1 and not revoked`,
    [sessionId],
  )
}
