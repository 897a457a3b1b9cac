// Copies a cluster while PostgreSQL writes to it. The copy includes the write-ahead log (WAL) of that time, with which
// PostgreSQL repairs torn pages.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { copyPrivately, listTree, unlessMissing } from '../../file-system.ts'
import { forEachConcurrently } from '../../for-each-concurrently.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import type { Queryable } from '../transaction.ts'

/** The process id in the name prevents a conflict with the slot of a killed backup. */
const slotName = "'backup_' || pg_backend_pid()"

/**
 * The connection must be used for nothing else. If the connection ends, PostgreSQL aborts the backup and may delete WAL
 * that the copy needs.
 */
export async function copyClusterOnline(
  connection: Queryable,
  target: string,
  signal: AbortSignal,
) {
  const cluster = await findDataDirectory(connection)
  await createSlot(connection)
  const start = await beginBackup(connection)
  await copyFiles(cluster, target, signal)
  const { stop, label } = await endBackup(connection)
  await writeFile(join(target, 'backup_label'), label, { mode: 0o600 })
  for (const segment of await listSegments(connection, start, stop)) {
    signal.throwIfAborted()
    await copyPrivately(join(cluster, 'pg_wal', segment), join(target, 'pg_wal', segment))
  }
  await connection.query(`select pg_drop_replication_slot(${slotName})`)
}

async function findDataDirectory(connection: Queryable) {
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

/** Makes PostgreSQL keep all WAL until the slot is dropped or the connection ends. */
async function createSlot(connection: Queryable) {
  await connection.query(`select pg_create_physical_replication_slot(${slotName}, true, true)`)
}

async function beginBackup(connection: Queryable) {
  const { rows } = await connection.query<{ start: string }>(
    `select pg_backup_start('Mendwell', true) as start`,
  )
  if (!rows[0]) throw new Error('The database did not say where the backup begins.')
  return rows[0].start
}

/** PostgreSQL also finishes the current WAL segment, so that the whole segment can be copied. */
async function endBackup(connection: Queryable) {
  const { rows } = await connection.query<{ stop: string; label: string }>(
    'select lsn as stop, labelfile as label from pg_backup_stop(false)',
  )
  if (!rows[0]) throw new Error('The database did not say where the backup ends.')
  return rows[0]
}

async function copyFiles(cluster: string, target: string, signal: AbortSignal) {
  const { folders, files } = await listClusterFiles(cluster)
  await mkdir(target, { mode: 0o700 })
  for (const folder of folders) await mkdir(join(target, folder), { mode: 0o700 })
  // The table of a missing file was dropped, and the WAL contains the drop.
  await forEachConcurrently(files, signal, async (file) => {
    await unlessMissing(copyPrivately(join(cluster, file), join(target, file)))
  })
  const control = await readUntilStable(join(cluster, controlFile))
  await writeFile(join(target, controlFile), control, { mode: 0o600 })
}

/** Reads the file until two reads agree, because a single read may overlap with a write. */
async function readUntilStable(file: string): Promise<Buffer> {
  const [once, again] = [await readFile(file), await readFile(file)]
  return once.equals(again) ? again : readUntilStable(file)
}

async function listSegments(connection: Queryable, start: string, stop: string) {
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

// The next two lists are the same as in PostgreSQL's pg_basebackup.

/** In the copy, these folders must exist but be empty. */
const emptiedFolders = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])

const skippedFiles = new Set([
  'backup_label',
  'backup_label.old',
  'backup_manifest',
  'current_logfiles',
  'current_logfiles.tmp',
  'postgresql.auto.conf.tmp',
  'postmaster.opts',
  'postmaster.pid',
  'tablespace_map',
  'tablespace_map.old',
])

/** Matches the temporary files of queries, the cache files, and the socket with its lock file. */
const temporaryFile = /^(?:pgsql_tmp|pg_internal\.init|\.s\.PGSQL)/u

/** This file contains the position of the latest checkpoint, so it is copied last. */
const controlFile = 'global/pg_control'

function listClusterFiles(cluster: string) {
  return listTree(cluster, isCopied)
}

function isCopied(path: string) {
  const [top = '', ...below] = path.split('/')
  if (below.length > 0 && emptiedFolders.has(top)) return false
  return !skippedFiles.has(path) && !temporaryFile.test(basename(path)) && path !== controlFile
}
