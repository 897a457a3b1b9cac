import { type Queryable, transact } from '../../../postgres/transaction.ts'
import { audit } from '../../audit.ts'
import type { Route } from '../../auth-dependencies.ts'
import { lockUser, requireUser, type SignedInUser } from '../../authenticate.ts'
import {
  describeFactor,
  insufficientAal,
  lockFactor,
  notifyFactorChange,
  type StoredFactor,
} from '../../mfa/factors.ts'
import { clientInfoOf } from '../../parse-request.ts'
import { endAccess } from '../../sessions/session.ts'

export const unenroll: Route = {
  method: 'DELETE',
  path: '/factors/:factorId',
  handle: async (auth, request) => {
    const caller = await requireUser(auth, request)
    return transact(auth.pool, async (db) => {
      const user = await lockUser(db, caller)
      const factor = await lockFactor(db, request, user.account)
      if (factor.status === 'verified' && user.session.aal !== 'aal2') {
        throw insufficientAal(422, 'AAL2 required to unenroll verified factor')
      }
      await db.query('delete from auth.mfa_factors where id = $1', [factor.id])
      if (factor.status === 'verified') await downgradeSession(db, user, factor)
      const { account } = user
      const traits = { factor_id: factor.id }
      await audit(db, {
        action: 'factor_unenrolled',
        account,
        ip: clientInfoOf(request).ip,
        traits,
      })
      return { id: factor.id }
    })
  },
}

/**
 * Ends all other sessions. Lowers this session to aal1, unless another factor raised it to aal2. Deletes the recovery
 * codes if no verified factor remains, because a recovery code only replaces a lost factor.
 */
async function downgradeSession(
  db: Queryable,
  { account, session }: SignedInUser,
  factor: StoredFactor,
) {
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
  await notifyFactorChange(db, account, `${describeFactor(factor)} was removed.`)
}
