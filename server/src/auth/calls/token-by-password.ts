import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { transact } from '../../postgres/queryable.ts'
import { note } from '../../http/request-log.ts'
import { type Account, credentialsOf, type Login } from '../accounts/account.ts'
import { AuthError, invalid, noPhones, wrongLogin } from '../errors.ts'
import { beginSignIn, finishSignIn, forgiveSignIn } from '../limits.ts'
import type { Auth } from '../parts.ts'
import { isPassword } from '../passwords/hash.ts'
import { bare } from '../phones/number.ts'
import { read } from '../read.ts'
import { beginSession, lockAccount } from '../sessions/begin.ts'
import { type Visitor, visitorOf } from '../visitor.ts'

/** An address and a number of any form: one that cannot be is merely nobody's. */
const body = z.object({
  email: z.string().max(320).toLowerCase().nullish(),
  phone: z.string().max(320).nullish(),
  password: z.string().nullish(),
})

/** The same steps for an address that nobody has, up to the one that only a right password reaches. */
export async function byPassword(auth: Auth, request: FastifyRequest) {
  const given = read(body, request.body)
  const login = loginIn(auth, given)
  const { address } = login
  const visitor = visitorOf(request)
  await beginSignIn(auth.pool, address, visitor)
  const known = await credentialsOf(auth.pool, login)
  note(request, { person: known?.id })
  const isRight = await isPassword(given.password ?? '', known?.encrypted_password).catch(
    async (error: unknown) => {
      // Nobody looked at it, so it was no attempt.
      await forgiveSignIn(auth.pool, address, visitor)
      throw error
    },
  )
  if (!known || !isRight) throw wrongLogin()
  await finishSignIn(auth.pool, address, visitor)
  return begin(auth, known, login, visitor)
}

function loginIn({ settings }: Auth, { email, phone }: z.infer<typeof body>): Login {
  if (phone) {
    if (!settings.hasPhones) throw noPhones('Phone logins are disabled')
    if (email) throw invalid('Only an email address or phone number should be provided on login.')
    return { by: 'phone', address: storable(bare(phone)) }
  }
  if (!email) throw invalid('missing email or phone')
  return { by: 'email', address: storable(email) }
}

/** What PostgreSQL has no character for is in nobody's address. */
function storable(address: string) {
  return address.replaceAll('\u0000', '\ufffd')
}

function begin(
  auth: Auth,
  known: Pick<Account, 'id' | 'encrypted_password'>,
  { by }: Login,
  visitor: Visitor,
) {
  return transact(auth.pool, async (db) => {
    const account = await lockAccount(db, known.id)
    // It was changed since it was compared.
    if (account.encrypted_password !== known.encrypted_password) throw wrongLogin()
    if (by === 'email' && !account.email_confirmed_at) {
      throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    }
    if (by === 'phone' && !account.phone_confirmed_at) {
      throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
    }
    return beginSession(auth, db, { account, method: 'password', visitor })
  })
}
