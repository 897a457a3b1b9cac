// People and rows of another project, as a whole or not at all. A second run finds the mark of the first.
import type pg from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { inOneTransaction } from '../transaction.ts'
import { bringRows } from './bring-rows.ts'
import { makePlan, type Plan } from './plan.ts'
import { Refusals } from './refusals.ts'
import type { Source } from './source.ts'

interface Wanted {
  source: Source
  say: (line: string) => void
  signal: AbortSignal
  /** Everything is tried, and nothing stays. */
  isTrial: boolean
  /** Brings over the rest, where rows are refused. */
  leavesOutRefused: boolean
}

/** Ends the transaction of a trial. */
class NothingStays extends Error {}

/** Resolves with whether people and rows are here now. */
export async function bringOver(pool: pg.Pool, wanted: Wanted): Promise<boolean> {
  try {
    await inOneTransaction(pool, async (client) => {
      await client.query("set local lock_timeout = '5s'; set local search_path = ''")
      await bringOnce(client, wanted)
      if (wanted.isTrial) throw new NothingStays()
    })
    return true
  } catch (error) {
    if (!(error instanceof NothingStays)) throw error
    wanted.say('Nothing was written: this was a trial.')
    return false
  }
}

async function bringOnce(target: pg.ClientBase, { source, say, signal, ...choice }: Wanted) {
  if (await isDone(target, await peopleOf(source))) {
    say('People and rows were brought over by an earlier run.')
    return
  }
  const plan = await makePlan(source, target)
  tell(plan, say)
  if (plan.obstacles.length > 0) throw new StartupFailure('Nothing was written.')
  const refusals = new Refusals()
  const written = await bringRows({ source, target, plan, refusals, signal })
  for (const line of refusals.lines()) say(`Refused: ${line}.`)
  if (refusals.count > 0 && !choice.leavesOutRefused) {
    throw new StartupFailure(
      `Rows that break rules of this database: ${refusals.count}. Nothing was written. ` +
        'Mend them there, or leave them out with --leave-out-refused.',
    )
  }
  await setMark(target)
  say(`${choice.isTrial ? 'Rows that would come over' : 'Rows brought over'}: ${written}.`)
}

function tell({ steps, losses, obstacles }: Plan, say: Wanted['say']) {
  for (const { table, rows } of steps) if (rows > 0) say(`${table}: ${rows}.`)
  say('Stays behind: sessions, tokens, and links in mails. People sign in anew.')
  for (const loss of losses) say(`Not as it was: ${loss}.`)
  for (const obstacle of obstacles) say(`Impossible: ${obstacle}.`)
}

/** By these a project is known again; one or the other may have left it since. */
const enoughToKnow = 1000

async function peopleOf({ read }: Source) {
  const people = await read<{ id: string }>(
    `select id from auth.users order by created_at, id limit ${enoughToKnow}`,
  )
  if (people.length > 0) return people.map(({ id }) => id)
  throw new StartupFailure('There is nobody to bring over: auth.users is empty.')
}

async function isDone(target: pg.ClientBase, theirs: string[]) {
  // Two runs at the same moment take turns, and the second finds what the first did.
  await target.query('select pg_advisory_xact_lock(4715)')
  const { rows } = await target.query<{ people: number; imported: boolean; known: boolean }>(
    `select (select count(*)::integer from auth.users) as people,
       exists (select from private.settings where name = 'imported') as imported,
       exists (select from auth.users where id = any ($1::uuid[])) as known`,
    [theirs],
  )
  const { people = 0, imported, known } = rows[0] ?? {}
  if (imported && known) return true
  if (people === 0 && !imported) return false
  throw new StartupFailure(
    `There are ${people} accounts here already, and not from there. ` +
      'Bring it over into a new DATA_DIR, or an empty DATABASE_URL.',
  )
}

async function setMark(target: pg.ClientBase) {
  await target.query(`insert into private.settings (name, value) values ('imported', 'all')`)
  // A start that never came to fill it with the demo must not do so now.
  await target.query(`delete from private.settings where name = 'seed' and value = 'wanted'`)
}
