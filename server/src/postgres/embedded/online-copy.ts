// Copies a cluster while it is written to. What is torn or half-way in the copy is mended by the log from the start
// of the backup to its end, which therefore goes with it: the copy needs nothing else to be brought up.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachConcurrently } from '../../for-each-concurrently.ts'
import { copyPrivately, unlessMissing } from '../../file-system.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import type { Queryable } from '../queryable.ts'
import { clusterFiles, controlFile } from './cluster-files.ts'

/** Of this connection: one whose backup was killed may be there for a moment more. */
const slot = "'backup_' || pg_backend_pid()"

/** The connection must be one of its own: when it ends, PostgreSQL gives up the backup and lets go of the log. */
export async function copyOnline(connection: Queryable, target: string, signal: AbortSignal) {
  const cluster = await clusterOf(connection)
  await keepLog(connection)
  const start = await beginBackup(connection)
  await copyFiles(cluster, target, signal)
  const { stop, label } = await endBackup(connection)
  await writeFile(join(target, 'backup_label'), label, { mode: 0o600 })
  for (const segment of await segmentsBetween(connection, start, stop)) {
    signal.throwIfAborted()
    await copyPrivately(join(cluster, 'pg_wal', segment), join(target, 'pg_wal', segment))
  }
  await connection.query(`select pg_drop_replication_slot(${slot})`)
}

async function clusterOf(connection: Queryable) {
  const { rows } = await connection.query<{ folder: string; tablespaces: number }>(
    `select current_setting('data_directory') as folder,
            (select count(*)::integer from pg_tablespace where spcname !~ '^pg_') as tablespaces`,
  )
  const [row] = rows
  if (!row) throw new Error('The database did not say where its files are.')
  if (row.tablespaces === 0) return row.folder
  throw new StartupFailure(
    'The database has tablespaces of its own, which this backup would leave out. ' +
      'Move what is in them into pg_default, and drop them.',
  )
}

/** What is written from now on stays until the slot goes, and it goes with the connection. */
async function keepLog(connection: Queryable) {
  await connection.query(`select pg_create_physical_replication_slot(${slot}, true, true)`)
}

async function beginBackup(connection: Queryable) {
  const { rows } = await connection.query<{ start: string }>(
    `select pg_backup_start('Mendwell', true) as start`,
  )
  if (!rows[0]) throw new Error('The database did not say where the backup begins.')
  return rows[0].start
}

/** Also ends the current segment of the log, so that it can be copied as a whole. */
async function endBackup(connection: Queryable) {
  const { rows } = await connection.query<{ stop: string; label: string }>(
    'select lsn as stop, labelfile as label from pg_backup_stop(false)',
  )
  if (!rows[0]) throw new Error('The database did not say where the backup ends.')
  return rows[0]
}

async function copyFiles(cluster: string, target: string, signal: AbortSignal) {
  const { folders, files } = await clusterFiles(cluster)
  await mkdir(target, { mode: 0o700 })
  for (const folder of folders) await mkdir(join(target, folder), { mode: 0o700 })
  // One that is gone by now belonged to a table that is gone too, as the log says.
  await forEachConcurrently(files, signal, async (file) => {
    await unlessMissing(copyPrivately(join(cluster, file), join(target, file)))
  })
  const control = await readSteady(join(cluster, controlFile))
  await writeFile(join(target, controlFile), control, { mode: 0o600 })
}

/** The file is written in one go, and read in one that may meet it: until two readings agree. */
async function readSteady(file: string): Promise<Buffer> {
  const [once, again] = [await readFile(file), await readFile(file)]
  return once.equals(again) ? again : readSteady(file)
}

async function segmentsBetween(connection: Queryable, start: string, stop: string) {
  const { rows } = await connection.query<{ name: string }>(
    `select pg_walfile_name('0/0'::pg_lsn + segment * size + 1) as name
       from (select pg_size_bytes(current_setting('wal_segment_size'))::numeric as size) as one,
            generate_series(
              div($1::pg_lsn - '0/0'::pg_lsn, size), div($2::pg_lsn - '0/0'::pg_lsn - 1, size)
            ) as segment`,
    [start, stop],
  )
  return rows.map(({ name }) => name)
}
