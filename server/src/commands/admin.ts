// `npm run admin -- someone@example.com`: that person is an admin, whether there was an account or not.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { appoint, knowsAdmins } from '../admins/appoint.ts'
import { createAdmin } from '../admins/create-admin.ts'
import { type Account, accountByEmail } from '../auth/accounts/account.ts'
import { confirmAccount } from '../auth/accounts/address.ts'
import { hashPassword } from '../auth/passwords/hash.ts'
import { setPassword } from '../auth/passwords/set.ts'
import { bringUpToDate } from '../bring-up-to-date.ts'
import { openBeside } from '../database/beside.ts'
import type { Pool } from '../database/database.ts'
import { type Queryable, transact } from '../database/queryable.ts'
import { readRelease } from '../database/release/sql-files.ts'
import { StartupFailure } from '../startup-failure.ts'
import { runCommand } from './command.ts'

export async function admin(args: readonly string[]) {
  await runCommand(async ({ config, log, life }) => {
    const email = addressIn(args)
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
    const password = randomBytes(15).toString('base64url')
    const passwordHash = await hashPassword(password)
    return transact(database.pool, (db) => makeAdmin(db, { email, password, passwordHash }))
  })
}

function addressIn([given, ...more]: readonly string[]) {
  const read = z.email().max(255).toLowerCase().safeParse(given)
  if (read.success && more.length === 0) return read.data
  throw new StartupFailure('Name one address: npm run admin -- someone@example.com')
}

async function checkKnowsAdmins(pool: Pool) {
  if (await knowsAdmins(pool)) return
  throw new StartupFailure(
    'This database knows no admins. Start the server of this release on it once, then try again.',
  )
}

interface Wanted {
  email: string
  /** For whoever has none that is worth something. */
  password: string
  passwordHash: string
}

async function makeAdmin(db: Queryable, { email, password, passwordHash }: Wanted) {
  const known = await accountByEmail(db, email)
  if (known?.is_banned) throw new StartupFailure(`${email} is banned. Lift the ban first.`)
  if (known?.email_confirmed_at) return appointKnown(db, known)
  if (known) await takeOver(db, known, passwordHash)
  else await createAdmin(db, { email, passwordHash })
  return `${email} is an admin now. The password, shown this once: ${password}`
}

async function appointKnown(db: Queryable, { id, email }: Account) {
  return (await appoint(db, id))
    ? `${email} is an admin now, with the same password as before, and has to sign in again.`
    : `${email} is an admin already.`
}

/** Nobody has proven the address, so whoever chose the password may be anybody. */
async function takeOver(db: Queryable, { id }: Account, hash: string) {
  await setPassword(db, { account: id, hash })
  await confirmAccount(db, id)
  await appoint(db, id)
}
