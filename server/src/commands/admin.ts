// `npm run admin`: for whoever runs an installation, and needs no sign-in for it.
//   -- someone@example.com                          that person is an admin, whether there was an account or not
//   -- --remove-second-factors someone@example.com  for somebody who lost theirs
//   -- --server-key                                 prints the server's own key
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { promote, createAdmin, hasAdminFunctions } from '../startup/promote.ts'
import { findAccountByEmail, findAccountById, lockAccountRow, type Account } from '../auth/accounts/account.ts'
import { confirmEmail } from '../auth/accounts/update-account.ts'
import { removeMfaFactors } from '../auth/mfa/factors.ts'
import { hashPassword, setPassword } from '../auth/accounts/passwords.ts'
import { bringUpToDate } from '../startup/migrate-on-start.ts'
import type { Config } from '../config/config.ts'
import { openBeside, type Beside } from '../postgres/beside.ts'
import type { Pool } from '../postgres/database.ts'
import { transact, type Queryable } from '../postgres/queryable.ts'
import { readRelease } from '../postgres/release/sql-files.ts'
import { loadSecrets } from '../keys/secrets.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { runCommand } from './command.ts'

type Task = (database: Beside, config: Config) => Promise<string>

export async function admin(args: readonly string[]) {
  await runCommand(async ({ config, log, life }) => {
    const task = taskIn(args)
    if (!config.productFolder) {
      throw new StartupFailure('With PRODUCT=none there are no admins.')
    }
    const lost = (reason: unknown) => void life.fail(reason)
    const database = await openBeside({ ...config, log, lost })
    life.closeLater(database.close)
    if (!database.isInUse) {
      await bringUpToDate(config, database, await readRelease(config.productFolder), log)
    }
    await checkKnowsAdmins(database.pool)
    return task(database, config)
  })
}

function taskIn([first, ...more]: readonly string[]): Task {
  if (first === '--server-key' && more.length === 0) return tellServerKey
  if (first !== '--remove-second-factors') return makeAdmin(addressIn([first, ...more]))
  const email = addressIn(more)
  return ({ pool }) => transact(pool, (db) => removeFactors(db, email))
}

function addressIn([given, ...more]: readonly (string | undefined)[]) {
  const read = z.email().max(255).toLowerCase().safeParse(given)
  if (read.success && more.length === 0) return read.data
  throw new StartupFailure('Name one address: npm run admin -- someone@example.com')
}

/** Nothing else tells it where an outside database keeps what it follows from. */
const tellServerKey: Task = async (database, config) =>
  (await loadSecrets(config, database)).serviceRoleKey

async function removeFactors(db: Queryable, email: string) {
  const found = await findAccountByEmail(db, email)
  if (found) await lockAccountRow(db, found.id)
  const account = found && (await findAccountById(db, found.id))
  if (!account) throw new StartupFailure(`There is no account ${email}.`)
  const { factors } = account
  if (factors.length === 0) return `${email} has no second factor.`
  await removeMfaFactors(db, { account, factors })
  return `${email} has no second factor any more, and has to sign in again.`
}

async function checkKnowsAdmins(pool: Pool) {
  if (await hasAdminFunctions(pool)) return
  throw new StartupFailure(
    'This database knows no admins. Start the server of this release on it once, then try again.',
  )
}

function makeAdmin(email: string): Task {
  return async ({ pool }) => {
    const password = randomBytes(15).toString('base64url')
    const passwordHash = await hashPassword(password)
    return transact(pool, (db) => admit(db, { email, password, passwordHash }))
  }
}

interface Wanted {
  email: string
  /** For whoever has none that is worth something. */
  password: string
  passwordHash: string
}

async function admit(db: Queryable, { email, password, passwordHash }: Wanted) {
  const known = await findAccountByEmail(db, email)
  if (known?.is_banned) throw new StartupFailure(`${email} is banned. Lift the ban first.`)
  if (known?.email_confirmed_at) return appointKnown(db, known)
  if (known) await takeOver(db, known, passwordHash)
  else await createAdmin(db, { email, passwordHash })
  return `${email} is an admin now. The password, shown this once: ${password}`
}

async function appointKnown(db: Queryable, { id, email }: Account) {
  return (await promote(db, id))
    ? `${email} is an admin now, with the same password as before, and has to sign in again.`
    : `${email} is an admin already.`
}

/** Nobody has proven the address, so whoever chose the password may be anybody. */
async function takeOver(db: Queryable, { id }: Account, hash: string) {
  await setPassword(db, { account: id, hash })
  await confirmEmail(db, id)
  await promote(db, id)
}
