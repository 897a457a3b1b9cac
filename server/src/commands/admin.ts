// `npm run admin` is for operators and needs no login. It takes one of these arguments:
//   -- someone@example.com                          makes this user an admin, and creates the account if necessary
//   -- --remove-second-factors someone@example.com  removes the second factors, for example after a phone was lost
//   -- --server-key                                 prints the service role key of the server
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  type Account,
  findAccountByEmail,
  findAccountById,
  lockAccountRow,
} from '../auth/accounts/account.ts'
import { hashPassword, setPassword } from '../auth/accounts/passwords.ts'
import { confirmEmail } from '../auth/accounts/update-account.ts'
import { removeMfaFactors } from '../auth/mfa/factors.ts'
import type { Config } from '../config/config.ts'
import { loadSecrets } from '../keys/secrets.ts'
import type { Pool } from '../postgres/database.ts'
import { type CommandDatabase, openForCommand } from '../postgres/open-for-command.ts'
import { readRelease } from '../postgres/release/release.ts'
import { type Queryable, transact } from '../postgres/transaction.ts'
import { migrateOnStart } from '../startup/migrate-on-start.ts'
import { createAdmin, hasAdminFunctions, promote } from '../startup/promote.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { runCommand } from './command.ts'

type Task = (database: CommandDatabase, config: Config) => Promise<string>

export async function admin(args: readonly string[]) {
  await runCommand(async ({ config, log, lifecycle }) => {
    const task = parseTask(args)
    if (!config.productFolder) {
      throw new StartupFailure('With PRODUCT=none there are no admins.')
    }
    const onLost = (reason: unknown) => void lifecycle.fail(reason)
    const database = await openForCommand({ ...config, log, onLost })
    lifecycle.onClose(database.close)
    if (!database.mayBeInUse) {
      await migrateOnStart(config, database, await readRelease(config.productFolder), log)
    }
    await checkHasAdminFunctions(database.pool)
    return task(database, config)
  })
}

function parseTask([first, ...more]: readonly string[]): Task {
  if (first === '--server-key' && more.length === 0) return printServerKey
  if (first !== '--remove-second-factors') return makeAdmin(parseEmail([first, ...more]))
  const email = parseEmail(more)
  return ({ pool }) => transact(pool, (db) => removeFactors(db, email))
}

function parseEmail([value, ...more]: readonly (string | undefined)[]) {
  const read = z.email().max(255).toLowerCase().safeParse(value)
  if (read.success && more.length === 0) return read.data
  throw new StartupFailure('Name one address: npm run admin -- someone@example.com')
}

/**
 * Returns the service role key, which the command prints. With an external database, the server stores its secrets in
 * that database. Operators can then see the key only with this command.
 */
const printServerKey: Task = async (database, config) =>
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

async function checkHasAdminFunctions(pool: Pool) {
  if (await hasAdminFunctions(pool)) return
  throw new StartupFailure(
    'This database knows no admins. Start the server of this release on it once, then try again.',
  )
}

function makeAdmin(email: string): Task {
  return async ({ pool }) => {
    const password = randomBytes(15).toString('base64url')
    const passwordHash = await hashPassword(password)
    return transact(pool, (db) => promoteOrCreate(db, { email, password, passwordHash }))
  }
}

interface NewAdmin {
  email: string
  /** The password of a new or unconfirmed account. */
  password: string
  passwordHash: string
}

async function promoteOrCreate(db: Queryable, { email, password, passwordHash }: NewAdmin) {
  const known = await findAccountByEmail(db, email)
  if (known?.is_banned)
    throw new StartupFailure(`${email} is suspended. Lift the suspension first.`)
  if (known?.email_confirmed_at) return promoteAccount(db, known)
  if (known) await takeOverAccount(db, known, passwordHash)
  else await createAdmin(db, { email, passwordHash })
  return `${email} is an admin now. The password, shown this once: ${password}`
}

async function promoteAccount(db: Queryable, { id, email }: Account) {
  return (await promote(db, id))
    ? `${email} is an admin now, with the same password as before, and has to sign in again.`
    : `${email} is an admin already.`
}

/** Takes over an account whose email is unconfirmed. Replaces the password, because a stranger may have chosen it. */
async function takeOverAccount(db: Queryable, { id }: Account, hash: string) {
  await setPassword(db, { account: id, hash })
  await confirmEmail(db, id)
  await promote(db, id)
}
