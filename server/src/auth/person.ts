// Who calls: a person with a session that has not ended, or whoever has the server's own key.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '../postgres/queryable.ts'
import { note } from '../http/request-log.ts'
import { type Account, accountById } from './accounts/account.ts'
import { AuthError, badClaim, banned, noSession, notAdmin, noToken } from './errors.ts'
import type { Auth } from './parts.ts'
import { lockAccount } from './sessions/begin.ts'
import { findSession, type Session } from './sessions/session.ts'

export interface Person {
  account: Account
  session: Session
}

export async function personOf(auth: Auth, request: FastifyRequest): Promise<Person> {
  const { account, session } = await callerOf(auth, request)
  if (!session) throw noSession()
  return { account, session }
}

/** As they are once the account is locked: much may have ended since the request came. */
export async function lockPerson(db: Queryable, { account, session }: Person): Promise<Person> {
  const locked = await lockAccount(db, account.id)
  const present = await findSession(db, session.id)
  if (!present) throw noSession()
  return { account: locked, session: present }
}

/** What limits count attempts by: the address or number, by which an account's networks are known. */
export function nameOf({ account }: Person) {
  return account.email ?? account.phone ?? account.id
}

/** A token that was made without a session speaks for its account too, and can read it. */
export async function callerOf({ identities, pool }: Auth, request: FastifyRequest) {
  const { headers } = request
  if (!/^bearer /iu.test(headers.authorization ?? '')) throw noToken()
  const { sub, sessionId } = await identities.of(headers)
  // That of the key alone: nobody is signed in.
  if (!sub) throw badClaim('missing sub claim')
  if (!z.guid().safeParse(sub).success) throw badClaim('sub claim must be a UUID')
  note(request, { person: sub })
  const session = sessionId === undefined ? undefined : await findSession(pool, sessionId)
  if (sessionId !== undefined && session?.user_id !== sub) throw noSession()
  const account = await accountById(pool, sub)
  if (!account) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }
  if (account.is_banned) throw banned(403)
  return { account, session }
}

export async function requireServer({ identities }: Auth, { headers }: FastifyRequest) {
  if (!/^bearer /iu.test(headers.authorization ?? '')) throw noToken()
  const { role } = await identities.of(headers)
  if (role !== 'service_role') throw notAdmin()
}
