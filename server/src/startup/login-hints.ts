import type { Pool } from '../postgres/database.ts'
import type { Release } from '../postgres/release/sql-files.ts'
import { hasAdmin, knowsAdmins } from './promote.ts'

/** How somebody gets in, where that may not be known yet: the demo's logins, or how to get an admin. */
export async function hintsFor(pool: Pool, { product }: Release, isDemo: boolean): Promise<string> {
  if (isDemo) return product?.logins ?? ''
  if (!(await knowsAdmins(pool)) || (await hasAdmin(pool))) return ''
  return 'There is no admin yet. To make one: npm run admin -- someone@example.com\n'
}
