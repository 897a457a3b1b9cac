import { transact } from '../../database/queryable.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { noFactor } from '../factors/factor.ts'
import { tellOwner } from '../factors/notice.ts'
import { endSessions } from '../sessions/end.ts'
import { visitorOf } from '../visitor.ts'
import { lockNamed, namedFactor } from './named.ts'

/** For somebody who lost it. Sessions that it made worth more end, and so do those of whoever may have it. */
export const deleteFactor: Call = {
  method: 'DELETE',
  path: '/admin/users/:id/factors/:factorId',
  answer: (auth, request) =>
    transact(auth.pool, async (db) => {
      const account = await lockNamed(db, request)
      const wanted = namedFactor(request)
      const factor = account.factors.find(({ id }) => id === wanted.toLowerCase())
      if (!factor) throw noFactor()
      await db.query('delete from auth.mfa_factors where id = $1', [factor.id])
      // They stand in for a factor and go with the last one.
      await db.query(
        `delete from private.recovery_codes where user_id = $1 and (set_id = $2 or not exists (
           select from auth.mfa_factors f where f.user_id = $1 and f.status = 'verified'
         ))`,
        [account.id, factor.id],
      )
      await endSessions(db, account.id)
      const traits = { factor_id: factor.id }
      await audit(db, { action: 'factor_unenrolled', account, ip: visitorOf(request).ip, traits })
      if (factor.status === 'verified') await tellOwner(db, account, 'It was removed by an admin.')
      return factor
    }),
}
