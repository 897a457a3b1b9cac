// Verifies a restored copy of a cluster, and marks data folders whose restore is unfinished.
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { syncToDisk } from '../../file-system.ts'
import type { Log } from '../../log.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import type { Queryable } from '../transaction.ts'
import type { ClusterPaths } from './cluster-paths.ts'
import {
  embeddedSettings,
  ensureRunning,
  type PostgresOptions,
  removeSocketFolder,
  stopPostgres,
} from './postgres-process.ts'

export interface RowCounts {
  tables: number
  rows: number
}

/**
 * Starts a copied cluster once, so that PostgreSQL replays the WAL. Counting all rows makes PostgreSQL verify the
 * checksums of their pages.
 */
export async function verifyCluster(paths: ClusterPaths, log: Log): Promise<RowCounts> {
  const options: PostgresOptions = {
    paths,
    settings: embeddedSettings,
    log: (line: string) => log.info({ from: 'postgres' }, line),
  }
  const running = await ensureRunning(options)
  const client = new Client({ host: running.socket, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // Recorded changes are useless here, because subscribers read everything again after a restore.
    await client.query('truncate realtime.changes')
    // Without this setting, the restored copy does not claim the bucket of the original and cannot delete files there.
    await client.query("delete from private.settings where name = 'files_bucket'")
    return await countRows(client)
  } finally {
    await client.end().catch(() => undefined)
    await stopPostgres(options, running)
    await removeSocketFolder(paths, running.socket)
  }
}

async function countRows(db: Queryable): Promise<RowCounts> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'`,
  )
  await db.query(
    'set enable_indexonlyscan = off; set enable_indexscan = off; set enable_bitmapscan = off',
  )
  let rows = 0
  for (const { name } of tables) {
    const counted = await db.query<{ rows: string }>(`select count(*) as rows from ${name}`)
    rows += Number(counted.rows[0]?.rows)
  }
  return { tables: tables.length, rows }
}

/** This file prevents the next start after a killed restore from creating an empty database. */
const restoreMarker = (dataFolder: string) => join(dataFolder, 'restore-unfinished')

export async function markRestoreUnfinished(dataFolder: string) {
  await writeFile(restoreMarker(dataFolder), '', { mode: 0o600, flag: 'wx' })
  await syncToDisk(dataFolder)
}

export async function markRestoreFinished(dataFolder: string) {
  await syncToDisk(dataFolder)
  await rm(restoreMarker(dataFolder))
  await syncToDisk(dataFolder)
}

export function refuseUnfinishedRestore(dataFolder: string) {
  if (!existsSync(restoreMarker(dataFolder))) return
  throw new StartupFailure(
    `A restore into ${dataFolder} is running, or was cut off. ` +
      'If none is running, delete what is in that folder and restore again.',
  )
}
