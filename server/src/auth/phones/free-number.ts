import type { Queryable } from '../../postgres/queryable.ts'

/** Whoever proved a number has it, and no account that only said it had. One that proved it keeps it. */
export async function freeNumber(db: Queryable, phone: string) {
  await db.query(
    `with freed as (
       update auth.users set phone = null, updated_at = now()
       where phone = $1 and phone_confirmed_at is null
       returning id
     )
     delete from auth.identities i using freed
     where i.user_id = freed.id and i.provider = 'phone'`,
    [phone],
  )
}
