import type { Queryable } from '../../database/queryable.ts'

/** All that the account has; access tokens of theirs are refused at the next request. */
export async function endSessions(db: Queryable, account: string) {
  await db.query('delete from auth.sessions where user_id = $1', [account])
}
