// Creates and resets accounts of self-registered users, whose email or phone number is not proven yet.
import type { Queryable } from '../../postgres/transaction.ts'
import { audit } from '../audit.ts'
import type { Account } from './account.ts'
import { createAccount } from './create-account.ts'

/** The key in app metadata that marks self-registered accounts. */
const selfRegisteredKey = 'self_registered'

export interface SelfRegistration {
  id: string
  email?: string
  phone?: string
  passwordHash: string
  data: Record<string, unknown>
  /** True if the account is confirmed without proof (AUTO_CONFIRM). */
  isAutoConfirmed?: boolean
}

export async function createSelfRegistered(
  db: Queryable,
  { data, isAutoConfirmed, ...newAccount }: SelfRegistration,
) {
  const appMetadata = { [selfRegisteredKey]: true }
  await createAccount(db, {
    ...newAccount,
    isConfirmed: isAutoConfirmed === true && newAccount.email !== undefined,
    isPhoneConfirmed: isAutoConfirmed === true && newAccount.phone !== undefined,
    appMetadata,
    userMetadata: data,
  })
  const account = { id: newAccount.id, email: newAccount.email ?? null }
  await audit(db, { action: 'user_signedup', account })
}

/**
 * Resets an unconfirmed account after somebody signed up again with its address. Clears the password, because a
 * stranger may have chosen it. The owner of the address signs in with the link or code in the message, and then chooses
 * a new password.
 */
export async function resetUnconfirmed(
  db: Queryable,
  { id }: Account,
  data: SelfRegistration['data'],
) {
  await db.query(
    `update auth.users set encrypted_password = '', raw_user_meta_data = $2, updated_at = now()
     where id = $1 and confirmed_at is null`,
    [id, data],
  )
}

/**
 * Clears the password and metadata of an unconfirmed sign-up, because somebody who does not own the address may have
 * chosen them.
 */
export async function forgetUnconfirmed(db: Queryable, account: Account) {
  if (account.confirmed_at || account.raw_app_meta_data?.[selfRegisteredKey] !== true) return
  await db.query(
    `update auth.users set encrypted_password = '', raw_user_meta_data = '{}' where id = $1`,
    [account.id],
  )
}
