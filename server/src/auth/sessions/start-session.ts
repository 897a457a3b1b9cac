import { randomUUID } from 'node:crypto'
import { sha256 } from '../../keys/derived-keys.ts'
import type { Queryable } from '../../postgres/transaction.ts'
import { type Account, findAccountById, toUser } from '../accounts/account.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { SignedInUser } from '../authenticate.ts'
import { noSession, noSuchUser } from '../errors.ts'
import type { ClientInfo } from '../parse-request.ts'
import { accessTokenLifetimeSeconds } from './access-tokens.ts'
import { randomRefreshToken, replaceRefreshToken } from './refresh-tokens.ts'
import { type AuthenticationMethod, findSession, recordMethod, type Session } from './session.ts'

interface NewSession {
  account: Pick<Account, 'id' | 'email' | 'phone'>
  method: AuthenticationMethod
  /** The OAuth or SSO provider through which the user signed in. */
  provider?: string | undefined
  client: ClientInfo
}

/** Starts a session. The caller must have locked the account in the same transaction. */
export async function startSession(
  auth: AuthDependencies,
  db: Queryable,
  { account, method, provider, client }: NewSession,
) {
  const refreshToken = randomRefreshToken()
  const session = await insertSession(auth, db, { account, method, client }, refreshToken)
  const signedIn = await findAccountById(db, account.id)
  if (!signedIn) throw noSuchUser()
  const traits = provider === undefined ? { method } : { method, provider }
  await audit(db, { action: 'login', account: signedIn, ip: client.ip, traits })
  return toSessionResponse(auth, signedIn, session, refreshToken)
}

async function insertSession(
  { settings }: AuthDependencies,
  db: Queryable,
  { account: { id: userId, email, phone }, method, client }: NewSession,
  refreshToken: string,
): Promise<Session> {
  const id = randomUUID()
  const identifiers = [email, phone].filter((name) => name !== null)
  const { rows } = await db.query<{ at: Date }>(
    'select private.start_session($1, $2, $3, $4, $5, $6, $7, $8, $9) as at',
    [
      id,
      userId,
      method,
      sha256(refreshToken),
      identifiers.length > 0 ? identifiers : [userId],
      client.network,
      settings.sessions.maxDays,
      client.userAgent,
      client.ip,
    ],
  )
  const [started] = rows
  if (!started) throw new Error('The database did not start the session.')
  const timestamp = Math.floor(started.at.getTime() / 1000)
  return { id, user_id: userId, aal: 'aal1', created_at: started.at, amr: [{ method, timestamp }] }
}

interface SecondFactorProof {
  method: AuthenticationMethod
  factorId?: string
}

/** Raises the session to aal2 after the user has proven a second factor. */
export async function raiseToAal2(
  auth: AuthDependencies,
  db: Queryable,
  { account, session }: SignedInUser,
  { method, factorId }: SecondFactorProof,
) {
  const { rowCount } = await db.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`,
    [session.id, factorId ?? null],
  )
  if (rowCount === 0) throw noSession()
  await recordMethod(db, session.id, method)
  const token = await replaceRefreshToken(db, { sessionId: session.id, userId: account.id })
  const [current, raised] = [
    await findAccountById(db, account.id),
    await findSession(db, session.id),
  ]
  if (!current || !raised) throw noSession()
  return toSessionResponse(auth, current, raised, token)
}

/** Converts the session to the object that clients store. */
export async function toSessionResponse(
  { accessTokens }: AuthDependencies,
  account: Account,
  session: Session,
  refreshToken: string,
) {
  const { token, expiresAt } = await accessTokens.sign(account, session)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: accessTokenLifetimeSeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: toUser(account),
  }
}

export type SessionResponse = Awaited<ReturnType<typeof toSessionResponse>>
