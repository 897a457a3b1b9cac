import { transact } from '../../postgres/queryable.ts'
import type { Call } from '../call.ts'
import { noFactor } from '../factors/factor.ts'
import { takeAway } from '../factors/take-away.ts'
import { visitorOf } from '../visitor.ts'
import { lockNamed, namedFactor } from './named.ts'

/** For somebody who lost it. */
export const deleteFactor: Call = {
  method: 'DELETE',
  path: '/admin/users/:id/factors/:factorId',
  answer: (auth, request) =>
    transact(auth.pool, async (db) => {
      const account = await lockNamed(db, request)
      const wanted = namedFactor(request)
      const factor = account.factors.find(({ id }) => id === wanted.toLowerCase())
      if (!factor) throw noFactor()
      await takeAway(db, { account, factors: [factor], ip: visitorOf(request).ip })
      return factor
    }),
}
