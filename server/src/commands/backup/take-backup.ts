// A backup, while the server runs: first the database, then the files that its rows name. Bytes are on disk before
// their row is, and none are removed meanwhile, so what a copied row names is there.
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Pool } from '../../postgres/database.ts'
import { copyOnline } from '../../postgres/embedded/online-copy.ts'
import type { Queryable } from '../../postgres/queryable.ts'
import { copyPrivately, syncToDisk, unlessMissing } from '../../file-system.ts'
import { copyFolderStore } from '../../files/folder-store.ts'
import { holdFileRemovals } from '../../files/remove-files.ts'
import { secretsFile } from '../../keys/secrets.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { seal, type Copied } from './manifest.ts'

const wentAway = 'The database went away while it was copied. Take the backup again.'

interface Wanted {
  pool: Pool
  dataFolder: string
  target: string
  /** The files are there, and stay there. */
  bucket: string | undefined
  signal: AbortSignal
}

/** Resolves with how many files it has. It has its name when it is complete, and not before. */
export async function takeBackup({ target, ...wanted }: Wanted) {
  const unfinished = `${target}.unfinished-${process.pid}`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await mkdir(unfinished, { mode: 0o700 })
  try {
    const copied = await copyAll({ ...wanted, target: unfinished })
    const files = await seal(unfinished, copied, wanted.signal)
    await rename(unfinished, target)
    await syncToDisk(dirname(target))
    return files
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

async function copyAll({ pool, dataFolder, target, bucket, signal }: Wanted): Promise<Copied> {
  const connection = await pool.connect()
  try {
    const postgres = await checkHasBegun(connection, dataFolder)
    await holdFileRemovals(connection)
    await copyOnline(connection, join(target, 'database'), signal)
    const asOf = new Date().toISOString()
    if (bucket === undefined) await copyFolderStore(dataFolder, target, signal)
    await unlessMissing(copyPrivately(join(dataFolder, secretsFile), join(target, secretsFile)))
    if (!(await isAlive(connection))) throw new StartupFailure(wentAway)
    return { postgres, asOf, bucket }
  } catch (error) {
    throw (await isAlive(connection)) ? error : new StartupFailure(wentAway)
  } finally {
    connection.release(true)
  }
}

/** As long as it lives, the log and the files are held. */
function isAlive(connection: Queryable) {
  return connection.query('select').then(
    () => true,
    () => false,
  )
}

async function checkHasBegun(connection: Queryable, dataFolder: string) {
  const { rows } = await connection.query<{ postgres: number }>(
    `select current_setting('server_version_num')::integer / 10000 as postgres
      where to_regclass('realtime.changes') is not null`,
  )
  if (rows[0]) return rows[0].postgres
  throw new StartupFailure(`The database in ${dataFolder} is empty. Start the server once.`)
}
