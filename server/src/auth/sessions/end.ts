import type { Queryable } from '../../postgres/queryable.ts'

/**
 * Whatever the account has begun ends, at the next request of each: sessions, but for one that is kept, and all that was
 * mailed. Within a transaction that has locked the account.
 */
export async function endAccess(db: Queryable, account: string, kept?: string) {
  await db.query('select private.end_access($1, $2)', [account, kept ?? null])
}
