// Creates the first admin from ADMIN_EMAIL and ADMIN_PASSWORD, and prints hints on how to log in.
import { findAccountByEmail } from '../auth/accounts/account.ts'
import { checkPassword, hashPassword } from '../auth/accounts/passwords.ts'
import { AuthError } from '../auth/errors.ts'
import type { Config } from '../config/config.ts'
import type { Pool } from '../postgres/database.ts'
import { codeOf } from '../postgres/error-code.ts'
import type { Release } from '../postgres/release/release.ts'
import { transact } from '../postgres/transaction.ts'
import { createAdmin, hasAdmin, hasAdminFunctions } from './promote.ts'
import { StartupFailure } from './startup-failure.ts'

/** Leaves an existing account untouched, because its owner may have changed the password. */
export async function ensureFirstAdmin(pool: Pool, { firstAdmin, signUp }: Config) {
  if (!firstAdmin) return
  const { email, password } = firstAdmin
  if (!(await hasAdminFunctions(pool))) {
    throw new StartupFailure(
      'ADMIN_EMAIL is set, but the application schema in PRODUCT has no admins.',
    )
  }
  if (await findAccountByEmail(pool, email)) return
  await checkSetting(password, email, signUp.minPasswordLength)
  const passwordHash = await hashPassword(password)
  await transact(pool, (db) => createAdmin(db, { email, passwordHash })).catch(ignoreDuplicate)
}

async function checkSetting(password: string, email: string, minLength: number) {
  try {
    await checkPassword(password, [email], minLength)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    throw new StartupFailure(`The setting ADMIN_PASSWORD is not usable: ${error.message}`)
  }
}

/** Ignores a duplicate account, because another server that started at the same time may have created it. */
function ignoreDuplicate(error: unknown) {
  if (codeOf(error) !== '23505') throw error
}

/** Explains how to log in with the accounts of the demo, or how to make the first admin. */
export async function loginHints(
  pool: Pool,
  { product }: Release,
  isDemo: boolean,
): Promise<string> {
  if (isDemo) return product?.logins ?? ''
  if (!(await hasAdminFunctions(pool)) || (await hasAdmin(pool))) return ''
  return 'There is no admin yet. To make one: npm run admin -- someone@example.com\n'
}
