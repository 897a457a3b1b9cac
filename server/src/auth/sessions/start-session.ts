import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../postgres/transaction.ts'
import { type Account, findAccountById, toUser } from '../accounts/account.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { SignedInUser } from '../authenticate.ts'
import { noSession, noSuchUser } from '../errors.ts'
import type { ClientInfo } from '../parse-request.ts'
import { accessTokenLifetimeSeconds } from './access-tokens.ts'
import { createRefreshToken, replaceRefreshToken } from './refresh-tokens.ts'
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
  const id = randomUUID()
  await db.query('update auth.users set last_sign_in_at = now() where id = $1', [account.id])
  await db.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after, user_agent, ip)
     values ($1, $2, now(), now(), 'aal1', now() + make_interval(days => $3), $4, $5)`,
    [id, account.id, auth.settings.sessions.maxDays, client.userAgent, client.ip],
  )
  await recordMethod(db, id, method)
  await rememberNetwork(db, account, client)
  const refreshToken = await createRefreshToken(db, { sessionId: id, userId: account.id })
  const [signedIn, session] = [await findAccountById(db, account.id), await findSession(db, id)]
  if (!signedIn || !session) throw noSuchUser()
  const traits = provider === undefined ? { method } : { method, provider }
  await audit(db, { action: 'login', account: signedIn, ip: client.ip, traits })
  return toSessionResponse(auth, signedIn, session, refreshToken)
}

/**
 * Records the network as familiar, so that failed attempts from other networks cannot lock out the owner on this
 * network.
 */
async function rememberNetwork(
  db: Queryable,
  { id, email, phone }: NewSession['account'],
  { network }: ClientInfo,
) {
  const identifiers = [email, phone].filter((name) => name !== null)
  await db.query(
    `insert into private.familiar_networks (account, network)
     select name, $2 from unnest($1::text[]) as name
     on conflict (account, network) do update set seen_at = now()`,
    [identifiers.length > 0 ? identifiers : [id], network],
  )
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
