// Authenticates requests as a user with an active session, or as the service role.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addLogFields } from '../http/request-log.ts'
import type { Queryable } from '../postgres/transaction.ts'
import { type Account, findAccountById, lockActiveAccount } from './accounts/account.ts'
import type { AuthDependencies } from './auth-dependencies.ts'
import { AuthError, badClaim, banned, noSession, notAdmin, noToken } from './errors.ts'
import { findSession, type Session } from './sessions/session.ts'

export interface SignedInUser {
  account: Account
  session: Session
}

export async function requireUser(
  auth: AuthDependencies,
  request: FastifyRequest,
): Promise<SignedInUser> {
  const { account, session } = await authenticate(auth, request)
  if (!session) throw noSession()
  return { account, session }
}

/**
 * Locks the account. Then reads the account and the session again, because the session may have ended in the meantime.
 */
export async function lockUser(
  db: Queryable,
  { account, session }: SignedInUser,
): Promise<SignedInUser> {
  const locked = await lockActiveAccount(db, account.id)
  const present = await findSession(db, session.id)
  if (!present) throw noSession()
  return { account: locked, session: present }
}

/** Returns the key under which the database stores the account's rate limits and familiar networks. */
export function rateLimitKey({ account }: SignedInUser) {
  return account.email ?? account.phone ?? account.id
}

/**
 * Returns the account and session of the request's token. Also accepts a token without a session. Routes that call
 * `requireUser` refuse such a token.
 */
export async function authenticate(
  { identities, pool }: AuthDependencies,
  request: FastifyRequest,
) {
  const { headers } = request
  if (!/^bearer /iu.test(headers.authorization ?? '')) throw noToken()
  const { sub, sessionId } = await identities.identify(headers)
  // An API key is a token without a subject, so it cannot act as a user.
  if (!sub) throw badClaim('missing sub claim')
  if (!z.guid().safeParse(sub).success) throw badClaim('sub claim must be a UUID')
  addLogFields(request, { user: sub })
  const session = sessionId === undefined ? undefined : await findSession(pool, sessionId)
  if (sessionId !== undefined && session?.user_id !== sub) throw noSession()
  const account = await findAccountById(pool, sub)
  if (!account) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }
  if (account.is_banned) throw banned(403)
  return { account, session }
}

export async function requireServiceRole(
  { identities }: AuthDependencies,
  { headers }: FastifyRequest,
) {
  if (!/^bearer /iu.test(headers.authorization ?? '')) throw noToken()
  const { role } = await identities.identify(headers)
  if (role !== 'service_role') throw notAdmin()
}
