import type { Queryable } from '../../postgres/queryable.ts'
import type { Account } from '../accounts/account.ts'
import { audit } from '../audit.ts'
import { endAccess } from '../sessions/end.ts'
import { tellOwner } from './notice.ts'

interface TakenAway {
  account: Account
  factors: Account['factors']
  /** Of whoever asks; the operator's own command comes from nowhere. */
  ip?: string
}

/**
 * For somebody who lost them. Sessions that they made worth more end, and so do those of whoever may have them. Within a
 * transaction that has locked the account.
 */
export async function takeAway(db: Queryable, { account, factors, ip }: TakenAway) {
  const ids = factors.map(({ id }) => id)
  await db.query('delete from auth.mfa_factors where user_id = $1 and id = any($2)', [
    account.id,
    ids,
  ])
  // They stand in for a factor and go with the last one.
  await db.query(
    `delete from private.recovery_codes where user_id = $1 and (set_id = any($2) or not exists (
       select from auth.mfa_factors f where f.user_id = $1 and f.status = 'verified'
     ))`,
    [account.id, ids],
  )
  await endAccess(db, account.id)
  for (const id of ids) {
    await audit(db, { action: 'factor_unenrolled', account, ip, traits: { factor_id: id } })
  }
  if (factors.some(({ status }) => status === 'verified')) {
    await tellOwner(db, account, 'It was removed by an admin.')
  }
}
