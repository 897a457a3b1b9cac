// ADMIN_EMAIL and ADMIN_PASSWORD: whoever starts an installation can get into it.
import { accountByEmail } from '../auth/accounts/account.ts'
import { AuthError } from '../auth/errors.ts'
import { hashPassword } from '../auth/passwords/hash.ts'
import { checkPassword } from '../auth/passwords/rules.ts'
import type { Config } from '../config/config.ts'
import type { Pool } from '../postgres/database.ts'
import { codeOf } from '../postgres/error-code.ts'
import { transact } from '../postgres/queryable.ts'
import { StartupFailure } from './startup-failure.ts'
import { knowsAdmins } from './promote.ts'
import { createAdmin } from './create-admin.ts'

/** An account that has the address already is left entirely alone: its owner may have another password by now. */
export async function ensureFirstAdmin(pool: Pool, first: Config['firstAdmin']) {
  if (!first) return
  const { email, password } = first
  if (!(await knowsAdmins(pool))) {
    throw new StartupFailure('ADMIN_EMAIL is set, but the product in PRODUCT knows no admins.')
  }
  if (await accountByEmail(pool, email)) return
  await checkSetting(password, email)
  const passwordHash = await hashPassword(password)
  await transact(pool, (db) => createAdmin(db, { email, passwordHash })).catch(unlessThere)
}

async function checkSetting(password: string, email: string) {
  try {
    await checkPassword(password, [email])
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    throw new StartupFailure(`The setting ADMIN_PASSWORD is not usable: ${error.message}`)
  }
}

/** Another server that started at the same moment was quicker. */
function unlessThere(error: unknown) {
  if (codeOf(error) !== '23505') throw error
}
