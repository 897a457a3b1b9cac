import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fillLargeMarket, largeMarketOf } from '../bench/support/large-market.ts'
import { quietPool } from '../server/tests/support/test-cluster.ts'
import { connectAsServer, signIn } from '../tests/support/busy-market.ts'
import { runScript } from '../tests/support/command.ts'
import { liftLimits } from '../tests/support/lift-limits.ts'
import {
  healthOf,
  type Server,
  startServer,
  temporaryFolder,
  until,
} from '../tests/support/server.ts'
import { queryOnce } from '../tests/support/query-once.ts'
import { type Drill, type Mark, printLine } from './support/drill.ts'
import { LightLoad } from './support/light-load.ts'
import { type Missing, Snapshot } from './support/snapshot.ts'
import { signInPerson } from './support/people.ts'
import { Steps } from './support/steps.ts'
import { countChangedFiles, storeFiles } from './support/stored-files.ts'

const defaultRows = 100_000
/** A market has slightly more rows per job than this, so it never has fewer rows than requested. */
const rowsPerJob = 19.4
/** market-shares.sql changes the first thousand jobs, so the market needs at least this many. */
const minJobs = 1000
const jobsBeforeBackup = 20

export const restoredBackup: Drill = {
  name: 'restore',
  summary:
    'a backup is made while users work, and is restored into another folder and served: ' +
    `${defaultRows.toLocaleString('en')} rows, or the number after the name`,
  async run(rows = defaultRows) {
    const folder = await temporaryFolder()
    printLine(`in ${folder}, which is removed at the end unless the drill is interrupted`)
    const servers: Server[] = []
    const start = async (name: string) => {
      const server = await startServer({ settings: { DATA_DIR: join(folder, name) } })
      servers.push(server)
      await until(async () => (await healthOf(server)) === 200)
      return server
    }
    try {
      return await backUpAndRestore({ rows, folder, start })
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
      await rm(folder, { recursive: true, force: true })
    }
  },
}

interface Rehearsal {
  rows: number
  folder: string
  start: (name: string) => Promise<Server>
}

async function backUpAndRestore({ rows, folder, start }: Rehearsal): Promise<Mark[]> {
  const [backupFolder, restoredFolder] = [join(folder, 'backup'), join(folder, 'restored')]
  const steps = new Steps()
  const original = await start('original')
  await liftLimits(original.connection)
  const fillOriginal = () => fill(original, rows)
  await steps.time('fill', fillOriginal, () => sizeOfDatabase(original))
  const storedFiles = await storeFiles(connectAsServer(original))
  const load = new LightLoad(
    await signInPerson(original, 'facility'),
    await signInPerson(original, 'contractor'),
  )
  await load.runJobs(jobsBeforeBackup)
  await finishBackgroundWork(original)
  const snapshot = await Snapshot.of(original.connection)
  printLine(
    `${snapshot.rows.toLocaleString('en')} rows in ${snapshot.tables} tables, ${storedFiles.size} files`,
  )

  load.start()
  const runBackup = () => runOrThrow('backup', backupFolder, original.dataFolder)
  await steps.time('backup', runBackup, () => sizeOf(backupFolder))
  await load.stop()
  const runRestore = () => runOrThrow('restore', backupFolder, restoredFolder)
  await steps.time('restore', runRestore, () => sizeOf(restoredFolder))
  const restored = await steps.time('start', () => start('restored'))
  await steps.time('first sign-in', () => signIn(restored, 'consultant'))
  const changedFiles = await countChangedFiles(connectAsServer(restored), storedFiles)
  const missing = await snapshot.missingIn(restored.connection)
  await snapshot.close()
  steps.print()
  printResults(load, missing)
  return [
    // @covers operations.restore-measured
    {
      condition: 'rows from before the backup that are lost or changed',
      measured: sumOf(missing),
      max: 0,
    },
    { condition: 'files that differ from the upload', measured: changedFiles, max: 0 },
    { condition: 'failed requests during the backup', measured: load.failures.length, max: 0 },
    {
      condition: 'time from start to ready',
      measured: steps.secondsOf('start'),
      max: 5,
      unit: ' s',
    },
    {
      condition: 'time of the first sign-in',
      measured: steps.secondsOf('first sign-in'),
      max: 2,
      unit: ' s',
    },
  ]
}

async function fill({ connection }: Server, rows: number) {
  const jobs = Math.max(minJobs, Math.ceil(rows / rowsPerJob / 100) * 100)
  const pool = quietPool(connection)
  // Remove the demo's jobs, because market-talk.sql would add rows for them too.
  await pool.query('truncate public.jobs cascade')
  await fillLargeMarket(pool, largeMarketOf(jobs))
  await pool.end()
}

/**
 * Finishes all background work that would change rows later: the outbox, the counters and the
 * expiry of notices.
 */
async function finishBackgroundWork({ connection }: Server) {
  const pendingRows = 'select from private.outbox where done_at is null and dead_at is null'
  await until(async () => (await queryOnce(connection, pendingRows)).length === 0)
  await queryOnce(connection, 'select private.roll_up_counters()')
  const deleteOldNotices =
    "delete from public.notices where created_at < now() - interval '89 days'"
  await queryOnce(connection, deleteOldNotices)
}

/** Runs `npm run backup` or `npm run restore` as an operator does. */
async function runOrThrow(script: string, backup: string, dataFolder: string) {
  const { code, output } = await runScript(script, [backup], { DATA_DIR: dataFolder })
  if (code !== 0) throw new Error(`npm run ${script} failed: ${output}`)
}

async function sizeOfDatabase({ connection }: Server) {
  const [row] = await queryOnce(connection, 'select pg_database_size(current_database()) as size')
  return Number(row?.['size'])
}

async function sizeOf(folder: string) {
  let size = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) size += (await lstat(join(entry.parentPath, entry.name))).size
  }
  return size
}

const sumOf = (missing: Missing[]) => missing.reduce((sum, { rows }) => sum + rows, 0)

function printResults({ reads, awardedCount: written, failures }: LightLoad, missing: Missing[]) {
  const longestSeconds = Math.max(...reads).toFixed(2)
  printLine(
    `during the backup ${reads.length} reads, the longest ${longestSeconds} s; ${written - jobsBeforeBackup} jobs awarded`,
  )
  for (const failure of failures.slice(0, 5)) printLine(failure)
  for (const { name, rows } of missing) printLine(`${name}: ${rows}`)
}
