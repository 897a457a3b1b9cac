// Appoints admins by the functions private.appoint_admin(account) and private.has_admin() of the application schema.
import { createAccount } from '../auth/accounts/create-account.ts'
import { audit } from '../auth/audit.ts'
import type { Queryable } from '../postgres/transaction.ts'

/** Returns false if the application schema defines no admins or no server has started yet. */
export async function hasAdminFunctions(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>(
    `select to_regprocedure('private.appoint_admin(uuid)') is not null
        and to_regprocedure('private.has_admin()') is not null as known`,
  )
  return rows[0]?.known ?? false
}

/** Makes the account an admin. Returns false for an account that already is one. */
export async function promote(db: Queryable, account: string): Promise<boolean> {
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

interface NewAdmin {
  email: string
  passwordHash: string
}

/** The admin's email counts as confirmed, because the operator vouches for it. */
export async function createAdmin(db: Queryable, { email, passwordHash }: NewAdmin) {
  const id = await createAccount(db, { email, passwordHash, isConfirmed: true })
  await audit(db, { action: 'user_created', account: { id, email } })
  await promote(db, id)
}
