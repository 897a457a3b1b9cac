import { randomUUID } from 'node:crypto'
import { transact } from '../../database/queryable.ts'
import type { Call } from '../call.ts'
import { personOf } from '../person.ts'
import { visitorOf } from '../visitor.ts'
import { factorIn } from './factor.ts'

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
