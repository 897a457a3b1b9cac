// That somebody is an admin is the product's word: private.appoint_admin(account) says it, private.has_admin()
// whether there is one.
import type { Queryable } from '../postgres/queryable.ts'

/** False for a product without admins, and for a database that no start of this release has seen. */
export async function knowsAdmins(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>(
    `select to_regprocedure('private.appoint_admin(uuid)') is not null
        and to_regprocedure('private.has_admin()') is not null as known`,
  )
  return rows[0]?.known ?? false
}

/** Resolves with false for one who is an admin already. */
export async function appoint(db: Queryable, account: string): Promise<boolean> {
  const { rows } = await db.query<{ appointed: boolean }>(
    'select private.appoint_admin($1) as appointed',
    [account],
  )
  return rows[0]?.appointed ?? false
}

export async function hasAdmin(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>('select private.has_admin() as there')
  return rows[0]?.there ?? false
}
