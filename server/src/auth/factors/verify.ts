import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import { beginCode, finishCode } from '../limits.ts'
import { lockPerson, nameOf, type Person, personOf } from '../person.ts'
import { read } from '../read.ts'
import { endAccess } from '../sessions/end.ts'
import { visitorOf } from '../visitor.ts'
import { answerChallenge } from './answer-challenge.ts'
import { factorIn, type KeptFactor } from './factor.ts'
import { nameOfKind, tellOwner } from './notice.ts'
import { stepUp } from './step-up.ts'

const body = z.object({
  challenge_id: z.guid('challenge_id must be an UUID').nullish(),
  code: z.string().max(100).nullish(),
})

/** As the session says it. */
const methods = { totp: 'totp', phone: 'mfa/phone' } as const

/** A code of the authenticator app, or of a message; the first one makes the factor count. */
export const verifyFactor: Call = {
  method: 'POST',
  path: '/factors/:factorId/verify',
  answer: async (auth, request) => {
    const person = await personOf(auth, request)
    const { challenge_id: challengeId, code } = read(body, request.body)
    if (!code) throw invalid('Code needs to be non-empty')
    if (!challengeId) throw invalid('challenge_id needs to be non-empty')
    const visitor = visitorOf(request)
    await beginCode(auth.pool, nameOf(person), visitor)
    const session = await transact(auth.pool, async (db) => {
      await lockPerson(db, person)
      const factor = await factorIn(db, request, person.account)
      await answerChallenge(auth, db, { factor, challengeId, code })
      if (factor.status === 'unverified') await beginToCount(db, person, factor)
      const traits = { factor_id: factor.id }
      await audit(db, {
        action: 'factor_verified',
        account: person.account,
        ip: visitor.ip,
        traits,
      })
      return stepUp(auth, db, person, { method: methods[factor.factor_type], factorId: factor.id })
    })
    await finishCode(auth.pool, nameOf(person), visitor)
    return session
  },
}

/** What was signed in without it ends. */
async function beginToCount(db: Queryable, { account, session }: Person, factor: KeptFactor) {
  await db.query(
    `update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`,
    [factor.id],
  )
  await db.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [
    account.id,
  ])
  await endAccess(db, account.id, session.id)
  await tellOwner(db, account, `${nameOfKind(factor)} was added.`)
}
