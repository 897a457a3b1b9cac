import { resolve } from 'node:path'
import { StopLine } from './stop-line.mjs'

/**
 * Fails immediately if a server already runs on the data folder. This check comes before the script prepares anything.
 * The server repeats the check with a lock.
 */
export async function refuseSecondServer() {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataFolder } = process.env
  if (databaseUrl) return
  const { findOwner } = await import('../../server/src/postgres/embedded/find-owner.ts')
  const owner = await findOwner(resolve(dataFolder || 'data'))
  if (owner) throw new StopLine(owner)
}
