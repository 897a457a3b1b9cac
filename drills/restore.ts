import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fillLargeMarket, largeMarketOf } from '../bench/support/large-market.ts'
import { quietPool } from '../server/tests/support/test-cluster.ts'
import { signIn } from '../tests/support/busy-market.ts'
import { runScript } from '../tests/support/command.ts'
import { liftLimits } from '../tests/support/lift-limits.ts'
import {
  healthOf,
  type Server,
  startServer,
  temporaryFolder,
  until,
} from '../tests/support/server.ts'
import { askDatabase } from '../tests/support/ask-database.ts'
import { type Drill, type Mark, say } from './support/drill.ts'
import { LightLoad } from './support/light-load.ts'
import { type Missing, Snapshot } from './support/snapshot.ts'
import { person } from './support/people.ts'
import { Steps } from './support/steps.ts'
import { countWrong, storeFiles } from './support/stored-files.ts'

const usual = 100_000
/**
 * The number of rows per job. It is a little too low, so that the market never has fewer rows than
 * requested.
 */
const rowsOfJob = 19.4
/** The smallest market. The users of market-shares.sql need the first thousand jobs. */
const fewestJobs = 1000
const jobsBefore = 20

export const restoredBackup: Drill = {
  name: 'restore',
  does:
    'a backup is made while people work, restored into another folder and served: ' +
    `of ${usual.toLocaleString('en')} rows, or as many as stand behind the name`,
  async run(rows = usual) {
    const folder = await temporaryFolder()
    say(`in ${folder}, which is removed in the end, and left where this is broken off`)
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
  const [backup, data] = [join(folder, 'backup'), join(folder, 'restored')]
  const steps = new Steps()
  const original = await start('original')
  await liftLimits(original.connection)
  const filling = () => fill(original, rows)
  await steps.time('fill', filling, () => sizeOfDatabase(original))
  const stored = await storeFiles(await signIn(original, 'consultant'))
  const everyday = new LightLoad(
    await person(original, 'facility'),
    await person(original, 'contractor'),
  )
  await everyday.write(jobsBefore)
  await settle(original)
  const before = await Snapshot.of(original.connection)
  say(`${before.rows.toLocaleString('en')} rows in ${before.tables} tables, ${stored.size} files`)

  everyday.begin()
  const backingUp = () => runOrThrow('backup', backup, original.dataFolder)
  await steps.time('backup', backingUp, () => sizeOf(backup))
  await everyday.end()
  const restoring = () => runOrThrow('restore', backup, data)
  await steps.time('restore', restoring, () => sizeOf(data))
  const restored = await steps.time('start', () => start('restored'))
  const consultant = await steps.time('first sign-in', () => signIn(restored, 'consultant'))
  const wrongFiles = await countWrong(consultant, stored)
  const missing = await before.missingIn(restored.connection)
  await before.close()
  steps.tell()
  tell(everyday, missing)
  return [
    // @covers operations.restore-measured
    { what: 'rows of before the backup, lost or changed', seen: sumOf(missing), most: 0 },
    { what: 'files that are not what was sent', seen: wrongFiles, most: 0 },
    { what: 'requests during the backup that failed', seen: everyday.failures.length, most: 0 },
    { what: 'from start to ready', seen: steps.secondsOf('start'), most: 5, unit: ' s' },
    { what: 'first sign-in', seen: steps.secondsOf('first sign-in'), most: 2, unit: ' s' },
  ]
}

async function fill({ connection }: Server, rows: number) {
  const jobs = Math.max(fewestJobs, Math.ceil(rows / rowsOfJob / 100) * 100)
  const pool = quietPool(connection)
  // Remove the jobs of the demo. Otherwise market-talk.sql would add more rows for them.
  await pool.query('truncate public.jobs cascade')
  await fillLargeMarket(pool, largeMarketOf(jobs))
  await pool.end()
}

/**
 * Finishes all background work that would change rows later: the outbox, the counters and the
 * expiry of notices.
 */
async function settle({ connection }: Server) {
  const waiting = 'select from private.outbox where done_at is null and dead_at is null'
  await until(async () => (await askDatabase(connection, waiting)).length === 0)
  await askDatabase(connection, 'select private.roll_up_counters()')
  const old = "delete from public.notices where created_at < now() - interval '89 days'"
  await askDatabase(connection, old)
}

/** Runs `npm run backup` or `npm run restore` as an operator does. */
async function runOrThrow(script: string, backup: string, dataFolder: string) {
  const { code, output } = await runScript(script, [backup], { DATA_DIR: dataFolder })
  if (code !== 0) throw new Error(`npm run ${script} failed: ${output}`)
}

async function sizeOfDatabase({ connection }: Server) {
  const [row] = await askDatabase(connection, 'select pg_database_size(current_database()) as size')
  return Number(row?.['size'])
}

async function sizeOf(folder: string) {
  let size = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) size += (await lstat(join(entry.parentPath, entry.name))).size
  }
  return size
}

const sumOf = (missing: Missing[]) => missing.reduce((all, { rows }) => all + rows, 0)

function tell({ reads, written, failures }: LightLoad, missing: Missing[]) {
  const longest = Math.max(...reads).toFixed(2)
  say(
    `during the backup ${reads.length} reads, the longest ${longest} s; ${written - jobsBefore} jobs awarded`,
  )
  for (const failure of failures.slice(0, 5)) say(failure)
  for (const { name, rows } of missing) say(`${name}: ${rows}`)
}
