import { z } from 'zod'
import { transact } from '../../database/queryable.ts'
import type { Call } from '../call.ts'
import { AuthError, codeExpired, invalid } from '../errors.ts'
import { beginCode, finishCode } from '../limits.ts'
import { confirmAddress } from '../one-time/confirm.ts'
import { purposesOf, verifyType } from '../one-time/purposes.ts'
import { spendCode, spendLink } from '../one-time/spend.ts'
import type { Auth } from '../parts.ts'
import { email, read } from '../read.ts'
import { beginSession } from '../sessions/begin.ts'
import { type Visitor, visitorOf } from '../visitor.ts'

const body = z.object({
  type: z.string().nullish(),
  email: email.nullish(),
  phone: z.string().nullish(),
  token: z.string().max(500).nullish(),
  token_hash: z.string().max(500).nullish(),
})

/** A code with its address, or the long token of a link, for a session. */
export const verify: Call = {
  method: 'POST',
  path: '/verify',
  answer: async (auth, request) => {
    const given = read(body, request.body)
    const purposes = purposesOf(typeIn(given))
    const visitor = visitorOf(request)
    if (given.token_hash) {
      if (given.email) throw invalid('Only the token_hash and type should be provided')
      const link = given.token_hash
      return sessionFor(auth, visitor, (db) => spendLink(db, link, purposes))
    }
    const code = given.token
    const address = given.email
    if (!code) throw invalid('Verify requires a token or a token hash')
    if (!address)
      throw invalid('Only an email address or phone number should be provided on verify')
    await beginCode(auth.pool, address, visitor)
    const spend = { email: address, code, purposes }
    const session = await sessionFor(auth, visitor, (db) => spendCode(auth, db, spend))
    await finishCode(auth.pool, address, visitor)
    return session
  },
}

function typeIn({ type, phone }: z.infer<typeof body>) {
  if (phone || type === 'sms' || type === 'phone_change') {
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  if (!type) throw invalid('Verify requires a verification type')
  const known = verifyType.safeParse(type)
  if (!known.success) throw invalid('Unsupported verification type')
  return known.data
}

type Spend = (...args: Parameters<Parameters<typeof transact>[1]>) => ReturnType<typeof spendLink>

function sessionFor(auth: Auth, visitor: Visitor, spend: Spend) {
  return transact(auth.pool, async (db) => {
    const spent = await spend(db)
    if (!spent) throw codeExpired()
    await confirmAddress(db, spent, visitor)
    return beginSession(auth, db, { account: spent.account, method: 'otp', visitor })
  })
}
