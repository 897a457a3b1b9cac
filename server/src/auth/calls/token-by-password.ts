import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { transact } from '../../database/queryable.ts'
import { type Account, credentialsOf } from '../accounts/account.ts'
import { AuthError, invalid, wrongLogin } from '../errors.ts'
import { beginSignIn, finishSignIn } from '../limits.ts'
import type { Auth } from '../parts.ts'
import { isPassword } from '../passwords/hash.ts'
import { read } from '../read.ts'
import { beginSession, lockAccount } from '../sessions/begin.ts'
import { type Visitor, visitorOf } from '../visitor.ts'

/** An address of any form: one that cannot be is merely nobody's. */
const body = z.object({
  email: z.string().max(320).toLowerCase().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
})

/** The same steps for an address that nobody has, up to the one that only a right password reaches. */
export async function byPassword(auth: Auth, request: FastifyRequest) {
  const { email, phone, password } = read(body, request.body)
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!email) throw invalid('missing email or phone')
  const visitor = visitorOf(request)
  const address = storable(email)
  await beginSignIn(auth.pool, address, visitor)
  const known = await credentialsOf(auth.pool, address)
  const isRight = await isPassword(password ?? '', known?.encrypted_password)
  if (!known || !isRight) throw wrongLogin()
  await finishSignIn(auth.pool, address, visitor)
  return begin(auth, known, visitor)
}

/** What PostgreSQL has no character for is in nobody's address. */
function storable(email: string) {
  return email.replaceAll('\u0000', '\ufffd')
}

function begin(auth: Auth, known: Pick<Account, 'id' | 'encrypted_password'>, visitor: Visitor) {
  return transact(auth.pool, async (db) => {
    const account = await lockAccount(db, known.id)
    // It was changed since it was compared.
    if (account.encrypted_password !== known.encrypted_password) throw wrongLogin()
    if (!account.email_confirmed_at) {
      throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    }
    return beginSession(auth, db, { account, method: 'password', visitor })
  })
}
