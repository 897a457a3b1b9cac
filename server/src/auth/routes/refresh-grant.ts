// Exchanges a refresh token for new tokens. Each refresh token works once. The server treats a second use after the
// reuse interval as a theft. It then ends the session for the thief and the owner.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sha256 } from '../../keys/derived-keys.ts'
import { type Queryable, transact } from '../../postgres/transaction.ts'
import { type Account, findAccountById } from '../accounts/account.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { AuthError, banned, invalid } from '../errors.ts'
import { type ClientInfo, clientInfoOf, parse } from '../parse-request.ts'
import { countRefresh } from '../rate-limits.ts'
import { findTokenState, nextTokenFor, rotateRefreshToken } from '../sessions/refresh-tokens.ts'
import { findSession } from '../sessions/session.ts'
import { type SessionResponse, toSessionResponse } from '../sessions/start-session.ts'

const bodySchema = z.object({ refresh_token: z.string().max(500).nullish() })

export async function refreshGrant(auth: AuthDependencies, request: FastifyRequest) {
  const { refresh_token: token } = parse(bodySchema, request.body)
  if (!token) throw invalid('refresh_token required')
  return refreshSession(auth, token, clientInfoOf(request))
}

/** The transaction returns refusals instead of throwing them, so that it commits the end of the session. */
type RefreshResult = { response: SessionResponse } | { refusal: AuthError }

async function refreshSession(auth: AuthDependencies, token: string, client: ClientInfo) {
  const result = await transact(auth.pool, (db) => refresh(auth, db, token, client))
  if ('refusal' in result) throw result.refusal
  return result.response
}

async function refresh(
  auth: AuthDependencies,
  db: Queryable,
  token: string,
  client: ClientInfo,
): Promise<RefreshResult> {
  const session = await lockSession(db, token, auth.settings.sessions.idleHours)
  const account = session && (await findAccountById(db, session.userId))
  if (!session || !account) return { refusal: notFound() }
  await countRefresh(db, session.sessionId)
  if (session.isExpired) return endSession(db, session, sessionExpired())
  if (account.is_banned) return endSession(db, session, banned())
  const current = await findCurrentToken(auth, db, token)
  if (current === 'replaced') return { refusal: alreadyUsed() }
  if (current === 'reused') {
    await audit(db, { action: 'token_reused', account, ip: client.ip })
    return endSession(db, session, alreadyUsed())
  }
  const { unused } = current
  const next = unused === token ? await rotate(auth, db, token, session) : unused
  return { response: await respond(auth, db, account, session, next) }
}

interface LockedSession {
  sessionId: string
  userId: string
  isExpired: boolean
}

async function lockSession(db: Queryable, token: string, idleHours: number) {
  const { rows } = await db.query<LockedSession>(
    `select s.id as "sessionId", s.user_id as "userId",
       coalesce(s.not_after < now(), false)
         or coalesce(s.refreshed_at at time zone 'UTC', s.created_at) < now() - make_interval(hours => $2)
         as "isExpired"
     from auth.sessions s
     where s.id = (select t.session_id from auth.refresh_tokens t where t.token = $1)
     for update`,
    [sha256(token), idleHours],
  )
  return rows[0]
}

/**
 * The search for the current token stops after this many successors. No legitimate client refreshes more often within
 * the reuse interval.
 */
const maxSuccessors = 10

type CurrentToken = { unused: string } | 'replaced' | 'reused'

/**
 * Returns the token itself if it is unused. If the token was used a moment ago, returns its unused successor. Returns
 * `reused` if the token was used too long ago. Returns `replaced` if no unused successor exists, for example after the
 * user has entered a second factor.
 */
async function findCurrentToken(
  { keys }: AuthDependencies,
  db: Queryable,
  token: string,
): Promise<CurrentToken> {
  let current = token
  for (let count = 0; count < maxSuccessors; count += 1) {
    const state = await findTokenState(db, current)
    if (!state) return 'replaced'
    if (!state.isUsed) return { unused: current }
    if (!state.isReusable) return 'reused'
    current = nextTokenFor(keys.refreshTokens, current)
  }
  return 'replaced'
}

async function rotate(
  auth: AuthDependencies,
  db: Queryable,
  token: string,
  session: LockedSession,
) {
  await db.query(
    `update auth.sessions set refreshed_at = now() at time zone 'UTC', updated_at = now() where id = $1`,
    [session.sessionId],
  )
  return rotateRefreshToken(db, auth.keys.refreshTokens, token, session)
}

async function respond(
  auth: AuthDependencies,
  db: Queryable,
  account: Account,
  { sessionId }: LockedSession,
  token: string,
) {
  const session = await findSession(db, sessionId)
  if (!session) throw notFound()
  return toSessionResponse(auth, account, session, token)
}

async function endSession(db: Queryable, { sessionId }: LockedSession, refusal: AuthError) {
  await db.query('delete from auth.sessions where id = $1', [sessionId])
  return { refusal }
}

function notFound() {
  const message = 'Invalid Refresh Token: Refresh Token Not Found'
  return new AuthError(400, 'refresh_token_not_found', message)
}

function alreadyUsed() {
  return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
}

function sessionExpired() {
  return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
}
