// Sign-up where AUTO_CONFIRM is on: nothing is proven, so nothing is sent, and whoever asks first is in.
import type { FastifyRequest } from 'fastify'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import { accountByEmail, accountByPhone } from '../accounts/account.ts'
import { beginByStranger } from '../accounts/sign-up.ts'
import { AuthError } from '../errors.ts'
import type { Auth } from '../parts.ts'
import { hashPassword } from '../passwords/hash.ts'
import { beginSession, lockAccount } from '../sessions/begin.ts'
import { visitorOf } from '../visitor.ts'

export type Login = { email: string } | { phone: string }

export interface Wanted {
  id: string
  password: string
  data: Record<string, unknown>
}

export async function signUpAtOnce(
  auth: Auth,
  request: FastifyRequest,
  { password, ...wanted }: Wanted,
  login: Login,
) {
  const passwordHash = await hashPassword(password)
  return transact(auth.pool, async (db) => {
    await refuseKnown(db, login)
    await beginByStranger(db, { ...wanted, ...login, passwordHash, isProven: true })
    const account = await lockAccount(db, wanted.id)
    return beginSession(auth, db, { account, method: 'password', visitor: visitorOf(request) })
  })
}

/** Also who never confirmed: the account may be an invitation, with a role that an admin chose. */
async function refuseKnown(db: Queryable, login: Login) {
  const known =
    'email' in login ? await accountByEmail(db, login.email) : await accountByPhone(db, login.phone)
  if (known) throw new AuthError(422, 'user_already_exists', 'User already registered')
}
