// Appoints admins. The application schema defines what an admin is: private.appoint_admin(account) makes an account an
// admin, and private.has_admin() returns whether an admin exists.
import { createAccount } from '../auth/accounts/create-account.ts'
import { audit } from '../auth/audit.ts'
import type { Queryable } from '../postgres/transaction.ts'

/**
 * Returns whether the database contains private.appoint_admin() and private.has_admin(). A server creates these
 * functions when it starts, if the application schema defines admins.
 */
export async function hasAdminFunctions(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>(
    `select to_regprocedure('private.appoint_admin(uuid)') is not null
        and to_regprocedure('private.has_admin()') is not null as known`,
  )
  return rows[0]?.known ?? false
}

/** Makes the account an admin. Returns false if it already is one. */
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

/** Creates an admin. The email counts as confirmed, because the operator vouches for it. */
export async function createAdmin(db: Queryable, { email, passwordHash }: NewAdmin) {
  const id = await createAccount(db, { email, passwordHash, isConfirmed: true })
  await audit(db, { action: 'user_created', account: { id, email } })
  await promote(db, id)
}
