import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import type { Call } from '../call.ts'
import { codeExpired, invalid } from '../errors.ts'
import { beginCode, finishCode } from '../limits.ts'
import { confirmAddress, confirmNumber } from '../one-time/confirm.ts'
import {
  type Purpose,
  purposesOf,
  smsPurposesOf,
  smsVerifyType,
  verifyType,
} from '../one-time/purposes.ts'
import { spendCode, spendLink } from '../one-time/spend.ts'
import type { Auth } from '../parts.ts'
import { writtenNumber } from '../phones/number.ts'
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
type Body = z.infer<typeof body>

/** A code with its address or number, or the long token of a link, for a session. */
export const verify: Call = {
  method: 'POST',
  path: '/verify',
  answer: async (auth, request) => {
    const given = read(body, request.body)
    const visitor = visitorOf(request)
    const proof = proofIn(given)
    if (given.token_hash) {
      const link = given.token_hash
      return sessionFor(auth, visitor, proof, (db) => spendLink(db, link, proof.purposes))
    }
    const { address } = proof
    if (!given.token) throw invalid('Verify requires a token or a token hash')
    if (!address)
      throw invalid('Only an email address or phone number should be provided on verify')
    await beginCode(auth.pool, address, visitor)
    const spend = { address, code: given.token, purposes: proof.purposes }
    const session = await sessionFor(auth, visitor, proof, (db) => spendCode(auth, db, spend))
    await finishCode(auth.pool, address, visitor)
    return session
  },
}

interface Proof {
  address: string | undefined
  purposes: Purpose[]
  confirm: typeof confirmAddress
}

/** What is to be proven, and where. */
function proofIn(given: Body): Proof {
  const { type, phone } = given
  if (phone || smsVerifyType.safeParse(type).success) return numberProofIn(given)
  if (!type) throw invalid('Verify requires a verification type')
  const known = verifyType.safeParse(type)
  if (!known.success) throw invalid('Unsupported verification type')
  if (given.token_hash && given.email) {
    throw invalid('Only the token_hash and type should be provided')
  }
  const purposes = purposesOf(known.data)
  return { address: given.email ?? undefined, purposes, confirm: confirmAddress }
}

function numberProofIn(given: Body): Proof {
  const { type, phone, email: other, token_hash: link } = given
  const address = writtenNumber(phone ?? '')
  const known = smsVerifyType.safeParse(type)
  if (!known.success) throw invalid('Invalid sms verification type')
  if (other) throw invalid('Only an email address or phone number should be provided on verify')
  if (link) throw invalid('Only the token_hash and type should be provided')
  return { address, purposes: smsPurposesOf(known.data), confirm: confirmNumber }
}

type Spend = (db: Queryable) => ReturnType<typeof spendLink>

function sessionFor(auth: Auth, visitor: Visitor, { confirm }: Proof, spend: Spend) {
  return transact(auth.pool, async (db) => {
    const spent = await spend(db)
    if (!spent) throw codeExpired()
    await confirm(db, spent, visitor)
    return beginSession(auth, db, { account: spent.account, method: 'otp', visitor })
  })
}
