// Takes a backup, even while the server runs. The database is copied before the files, so each copied row has its file.
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copyPrivately, syncToDisk, unlessMissing } from '../file-system.ts'
import { copyFolderStore } from '../files/folder-store.ts'
import { holdFileRemovals } from '../files/remove-files.ts'
import { secretsFile } from '../keys/secrets.ts'
import type { Pool } from '../postgres/database.ts'
import { copyClusterOnline } from '../postgres/embedded/online-copy.ts'
import type { Queryable } from '../postgres/transaction.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { type BackupContents, sealBackup } from './backup-manifest.ts'

const connectionLostMessage =
  'The connection to the database was lost during the backup. Take the backup again.'

interface BackupOptions {
  pool: Pool
  dataFolder: string
  target: string
  /** The bucket with the uploaded files, which the backup does not copy. */
  bucket: string | undefined
  signal: AbortSignal
}

/** Resolves with the number of files. */
export async function takeBackup({ target, ...options }: BackupOptions) {
  const unfinished = `${target}.unfinished-${process.pid}`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await mkdir(unfinished, { mode: 0o700 })
  try {
    const contents = await copyAll({ ...options, target: unfinished })
    const files = await sealBackup(unfinished, contents, options.signal)
    await rename(unfinished, target)
    await syncToDisk(dirname(target))
    return files
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

async function copyAll({
  pool,
  dataFolder,
  target,
  bucket,
  signal,
}: BackupOptions): Promise<BackupContents> {
  const connection = await pool.connect()
  try {
    const postgres = await checkHasSchema(connection, dataFolder)
    await holdFileRemovals(connection)
    await copyClusterOnline(connection, join(target, 'database'), signal)
    const asOf = new Date().toISOString()
    if (bucket === undefined) await copyFolderStore(dataFolder, target, signal)
    await unlessMissing(copyPrivately(join(dataFolder, secretsFile), join(target, secretsFile)))
    if (!(await isAlive(connection))) throw new StartupFailure(connectionLostMessage)
    return { postgres, asOf, bucket }
  } catch (error) {
    throw (await isAlive(connection)) ? error : new StartupFailure(connectionLostMessage)
  } finally {
    connection.release(true)
  }
}

/**
 * Returns whether the connection is still open. An open connection prevents the removal of files, and makes
 * PostgreSQL keep the WAL for the copy.
 */
function isAlive(connection: Queryable) {
  return connection.query('select').then(
    () => true,
    () => false,
  )
}

async function checkHasSchema(connection: Queryable, dataFolder: string) {
  const { rows } = await connection.query<{ postgres: number }>(
    `select current_setting('server_version_num')::integer / 10000 as postgres
      where to_regclass('realtime.changes') is not null`,
  )
  if (rows[0]) return rows[0].postgres
  throw new StartupFailure(`The database in ${dataFolder} is empty. Start the server once.`)
}
