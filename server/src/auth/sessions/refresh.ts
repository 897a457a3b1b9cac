// A refresh token is used once. Whoever brings a used one after its interval has it from somebody else: then the
// whole family ends, for the thief and for the owner.
import { transact, type Queryable } from '../../postgres/queryable.ts'
import { type Account, accountById } from '../accounts/account.ts'
import { audit } from '../audit.ts'
import { hashOf } from '../../keys/derived-keys.ts'
import { AuthError, banned } from '../errors.ts'
import { countRefresh } from '../limits.ts'
import type { Auth } from '../parts.ts'
import type { Visitor } from '../visitor.ts'
import { answerWith, type SessionAnswer } from './answer.ts'
import { follower, nextToken, stateOf } from './refresh-tokens.ts'
import { findSession } from './session.ts'

/** A refusal is an outcome and no exception: the end of the family has to be kept. */
type Outcome = { answer: SessionAnswer } | { refusal: AuthError }

export async function refreshSession(auth: Auth, token: string, visitor: Visitor) {
  const outcome = await transact(auth.pool, (db) => refresh(auth, db, token, visitor))
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.answer
}

async function refresh(
  auth: Auth,
  db: Queryable,
  token: string,
  visitor: Visitor,
): Promise<Outcome> {
  const session = await lockSessionOf(db, token, auth.settings.sessions.idleHours)
  const account = session && (await accountById(db, session.userId))
  if (!session || !account) return { refusal: notFound() }
  await countRefresh(db, session.sessionId)
  if (session.isOver) return endWith(db, session, sessionOver())
  if (account.is_banned) return endWith(db, session, banned())
  const current = await currentToken(auth, db, token)
  if (current === 'replaced') return { refusal: alreadyUsed() }
  if (current === 'reused') {
    await audit(db, { action: 'token_reused', account, ip: visitor.ip })
    return endWith(db, session, alreadyUsed())
  }
  const { unused } = current
  const next = unused === token ? await rotate(auth, db, token, session) : unused
  return { answer: await answerFor(auth, db, account, session, next) }
}

interface LockedSession {
  sessionId: string
  userId: string
  isOver: boolean
}

async function lockSessionOf(db: Queryable, token: string, idleHours: number) {
  const { rows } = await db.query<LockedSession>(
    `select s.id as "sessionId", s.user_id as "userId",
       coalesce(s.not_after < now(), false)
         or coalesce(s.refreshed_at at time zone 'UTC', s.created_at) < now() - make_interval(hours => $2)
         as "isOver"
     from auth.sessions s
     where s.id = (select t.session_id from auth.refresh_tokens t where t.token = $1)
     for update`,
    [hashOf(token), idleHours],
  )
  return rows[0]
}

/** In ten seconds nobody honest refreshes more often. */
const mostLinks = 10

type Current = { unused: string } | 'replaced' | 'reused'

/**
 * The token itself while it is unused; else the one that came of it, if that was just now. One that a second factor
 * replaced has none that follows from it.
 */
async function currentToken({ keys }: Auth, db: Queryable, token: string): Promise<Current> {
  let current = token
  for (let links = 0; links < mostLinks; links += 1) {
    const state = await stateOf(db, current)
    if (!state) return 'replaced'
    if (!state.isUsed) return { unused: current }
    if (!state.mayComeAgain) return 'reused'
    current = follower(keys.refreshTokens, current)
  }
  return 'replaced'
}

async function rotate(auth: Auth, db: Queryable, token: string, session: LockedSession) {
  await db.query(
    `update auth.sessions set refreshed_at = now() at time zone 'UTC', updated_at = now() where id = $1`,
    [session.sessionId],
  )
  return nextToken(db, auth.keys.refreshTokens, token, session)
}

async function answerFor(
  auth: Auth,
  db: Queryable,
  account: Account,
  { sessionId }: LockedSession,
  token: string,
) {
  const session = await findSession(db, sessionId)
  if (!session) throw notFound()
  return answerWith(auth, account, session, token)
}

async function endWith(db: Queryable, { sessionId }: LockedSession, refusal: AuthError) {
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

function sessionOver() {
  return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
}
