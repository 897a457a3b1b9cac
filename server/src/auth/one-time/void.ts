import type { Queryable } from '../../database/queryable.ts'

/**
 * What was sent opens nothing any more. The rows stay for a while: a mail that is sent twice must not bring a spent
 * link back.
 */
export async function voidOneTime(db: Queryable, account: string) {
  await db.query(`update auth.one_time_tokens set valid_until = '-infinity' where user_id = $1`, [
    account,
  ])
  await db.query('delete from auth.flow_state where user_id = $1', [account])
}
