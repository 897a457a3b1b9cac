import { type Queryable, transact } from '../../postgres/queryable.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { endAccess } from '../sessions/end.ts'
import { lockPerson, type Person, personOf } from '../person.ts'
import { visitorOf } from '../visitor.ts'
import { factorIn, type KeptFactor, needsSecondFactor } from './factor.ts'
import { nameOfKind, tellOwner } from './notice.ts'

export const unenroll: Call = {
  method: 'DELETE',
  path: '/factors/:factorId',
  answer: async (auth, request) => {
    const caller = await personOf(auth, request)
    return transact(auth.pool, async (db) => {
      const person = await lockPerson(db, caller)
      const factor = await factorIn(db, request, person.account)
      if (factor.status === 'verified' && person.session.aal !== 'aal2') {
        throw needsSecondFactor(422, 'AAL2 required to unenroll verified factor')
      }
      await db.query('delete from auth.mfa_factors where id = $1', [factor.id])
      if (factor.status === 'verified') await stopCounting(db, person, factor)
      const { account } = person
      const traits = { factor_id: factor.id }
      await audit(db, { action: 'factor_unenrolled', account, ip: visitorOf(request).ip, traits })
      return { id: factor.id }
    })
  },
}

/** What was proven by it is proven no more. Recovery codes stand in for a factor and go with the last one. */
async function stopCounting(db: Queryable, { account, session }: Person, factor: KeptFactor) {
  await endAccess(db, account.id, session.id)
  await db.query(
    `update auth.sessions set aal = 'aal1', factor_id = null where id = $1
     and (factor_id = $2 or factor_id is null)`,
    [session.id, factor.id],
  )
  await db.query(
    `delete from private.recovery_codes where user_id = $1 and not exists (
       select from auth.mfa_factors f where f.user_id = $1 and f.status = 'verified'
     )`,
    [account.id],
  )
  await tellOwner(db, account, `${nameOfKind(factor)} was removed.`)
}
