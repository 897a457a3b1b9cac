import type { Queryable } from '../../postgres/queryable.ts'

/** Some accounts are worth more than the word of anybody outside; the product says which. */
export async function joinsByItself(db: Queryable, account: string) {
  const { rows: found } = await db.query(
    `select where to_regprocedure('private.joins_by_itself(uuid)') is not null`,
  )
  if (found.length === 0) return true
  const { rows } = await db.query<{ may: boolean }>('select private.joins_by_itself($1) as may', [
    account,
  ])
  return rows[0]?.may === true
}
