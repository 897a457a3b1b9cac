// Accounts that strangers begin, by an address or a number that is not proven.
import type { Queryable } from '../../postgres/queryable.ts'
import { audit } from '../audit.ts'
import type { Account } from './account.ts'
import { createAccount } from './create.ts'

/** In the app metadata of accounts that began with a sign-up. */
const chosenByStranger = 'self_registered'

export interface SignedUp {
  id: string
  email?: string
  phone?: string
  passwordHash: string
  data: Record<string, unknown>
  /** Their word for it is enough. */
  isProven?: boolean
}

export async function beginByStranger(db: Queryable, { data, isProven, ...wanted }: SignedUp) {
  const appMetadata = { [chosenByStranger]: true }
  await createAccount(db, {
    ...wanted,
    isConfirmed: isProven === true && wanted.email !== undefined,
    isPhoneConfirmed: isProven === true && wanted.phone !== undefined,
    appMetadata,
    userMetadata: data,
  })
  const account = { id: wanted.id, email: wanted.email ?? null }
  await audit(db, { action: 'user_signedup', account })
}

/** Of several who want the same none has proven it: its owner comes in by what is sent there and chooses a password then. */
export async function beginAgain(db: Queryable, { id }: Account, data: SignedUp['data']) {
  await db.query(
    `update auth.users set encrypted_password = '', raw_user_meta_data = $2, updated_at = now()
     where id = $1 and confirmed_at is null`,
    [id, data],
  )
}

/** Whoever signed up proved nothing; the password they chose opens nothing. */
export async function forgetStranger(db: Queryable, account: Account) {
  if (account.confirmed_at || account.raw_app_meta_data?.[chosenByStranger] !== true) return
  await db.query(
    `update auth.users set encrypted_password = '', raw_user_meta_data = '{}' where id = $1`,
    [account.id],
  )
}
