import { randomUUID } from 'node:crypto'
import { type Queryable, transact } from '../../database/queryable.ts'
import type { Call } from '../call.ts'
import { personOf } from '../person.ts'
import { visitorOf } from '../visitor.ts'
import { factorIn, type KeptFactor } from './factor.ts'

/** In seconds. */
export const challengeLasts = 300

export const challenge: Call = {
  method: 'POST',
  path: '/factors/:factorId/challenge',
  answer: async (auth, request) => {
    const { account } = await personOf(auth, request)
    const id = randomUUID()
    await transact(auth.pool, async (db) => {
      const factor = await factorIn(db, request, account)
      await forgetOldest(db, factor)
      await db.query(
        `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
         values ($1, $2, now(), $3)`,
        [id, factor.id, visitorOf(request).ip],
      )
    })
    const expiresAt = Math.floor(Date.now() / 1000) + challengeLasts
    return { id, type: 'totp', expires_at: expiresAt }
  },
}

const mostOpen = 10

/** Several tabs may ask; nobody needs a thousand. */
async function forgetOldest(db: Queryable, { id }: KeptFactor) {
  await db.query(
    `delete from auth.mfa_challenges where id in (
       select id from auth.mfa_challenges where factor_id = $1 and verified_at is null
       order by created_at desc offset $2
     )`,
    [id, mostOpen - 1],
  )
}
