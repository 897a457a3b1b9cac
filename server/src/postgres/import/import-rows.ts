// Imports the users and rows of another project in one transaction. A mark in the database prevents a second import.
import type pg from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { transactAndDisconnect } from '../transaction.ts'
import { copyRows, RejectedRows } from './copy-rows.ts'
import { type ImportPlan, planImport } from './import-plan.ts'
import type { Source } from './import-source.ts'

interface ImportOptions {
  source: Source
  print: (line: string) => void
  signal: AbortSignal
  /** If true, everything is rolled back at the end. */
  isDryRun: boolean
  /** If true, rejected rows are skipped instead of failing the import. */
  skipsRejected: boolean
}

class DryRunRollback extends Error {}

/** Resolves with false after a dry run. */
export async function importRows(pool: pg.Pool, options: ImportOptions): Promise<boolean> {
  try {
    await transactAndDisconnect(pool, async (client) => {
      await client.query("set local lock_timeout = '5s'; set local search_path = ''")
      await importOnce(client, options)
      if (options.isDryRun) throw new DryRunRollback()
    })
    return true
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error
    options.print('Dry run: nothing was written.')
    return false
  }
}

async function importOnce(
  target: pg.ClientBase,
  { source, print, signal, isDryRun, skipsRejected }: ImportOptions,
) {
  if (await wasImported(target, await readSourceUserIds(source))) {
    print('An earlier run has imported the users and rows.')
    return
  }
  const plan = await planImport(source, target)
  reportPlan(plan, print)
  if (plan.obstacles.length > 0) throw new StartupFailure('Nothing was written.')
  const rejections = new RejectedRows()
  const written = await copyRows({ source, target, plan, rejections, signal })
  for (const line of rejections.lines()) print(`Rejected: ${line}.`)
  if (rejections.count > 0 && !skipsRejected) {
    throw new StartupFailure(
      `Rows that violate rules of this database: ${rejections.count}. Nothing was written. ` +
        'Fix them in the source, or skip them with --leave-out-refused.',
    )
  }
  await markImported(target)
  print(`${isDryRun ? 'Rows that would be imported' : 'Rows imported'}: ${written}.`)
}

function reportPlan({ steps, losses, obstacles }: ImportPlan, print: ImportOptions['print']) {
  for (const { table, rows } of steps) if (rows > 0) print(`${table}: ${rows}.`)
  print('Stays behind: sessions, tokens, and links in emails. Users have to sign in again.')
  for (const loss of losses) print(`Not the same as before: ${loss}.`)
  for (const obstacle of obstacles) print(`Impossible: ${obstacle}.`)
}

/** Any single user may have been deleted after an earlier import, so the import looks up this many users. */
const sampleSize = 1000

async function readSourceUserIds({ read }: Source) {
  const people = await read<{ id: string }>(
    `select id from auth.users order by created_at, id limit ${sampleSize}`,
  )
  if (people.length > 0) return people.map(({ id }) => id)
  throw new StartupFailure('There are no users to import: auth.users is empty.')
}

async function wasImported(target: pg.ClientBase, sourceUserIds: string[]) {
  // This lock serializes concurrent runs, so that the second run finds the result of the first.
  await target.query('select pg_advisory_xact_lock(4715)')
  const { rows } = await target.query<{ people: number; imported: boolean; known: boolean }>(
    `select (select count(*)::integer from auth.users) as people,
       exists (select from private.settings where name = 'imported') as imported,
       exists (select from auth.users where id = any ($1::uuid[])) as known`,
    [sourceUserIds],
  )
  const { people = 0, imported, known } = rows[0] ?? {}
  if (imported && known) return true
  if (people === 0 && !imported) return false
  throw new StartupFailure(
    `There are ${people} accounts here already, which are not from the source. ` +
      'Import into a new DATA_DIR, or an empty DATABASE_URL.',
  )
}

async function markImported(target: pg.ClientBase) {
  await target.query(`insert into private.settings (name, value) values ('imported', 'all')`)
  // If the demo was requested but not inserted yet, the next start must not insert it into the imported data.
  await target.query(`delete from private.settings where name = 'seed' and value = 'wanted'`)
}
