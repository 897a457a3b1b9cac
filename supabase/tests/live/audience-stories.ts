import assert from 'node:assert/strict'
import { z } from 'zod'
import { everybody, idOf, type Stage, type Stories } from '../support/run-story.ts'

/** Picks random values for an event, such as the id of an existing job. */
interface Picker {
  job: () => unknown
  bid: () => unknown
  consultation: () => unknown
  person: () => string
  role: () => unknown
}

/** The possible events of a random history, including events that the rules refuse. */
const events: ((pick: Picker) => [statement: string, values: unknown[]])[] = [
  (pick) => ['update public.jobs set is_deleted = not is_deleted where id = $1', [pick.job()]],
  (pick) => ["update public.jobs set status = 'finished' where id = $1", [pick.job()]],
  (pick) => [
    'insert into public.bids (job_id, contractor_id, amount) values ($1, $2, 10)',
    [pick.job(), pick.person()],
  ],
  (pick) => ["update public.bids set status = 'withdrawn' where id = $1", [pick.bid()]],
  (pick) => [
    'select app.accept_bid($1, (select job_id from public.bids where id = $1))',
    [pick.bid()],
  ],
  (pick) => [
    "update public.consultations set status = 'cancelled' where id = $1",
    [pick.consultation()],
  ],
  (pick) => [
    "update auth.users set banned_until = now() + interval '1 day' where id = $1",
    [pick.person()],
  ],
  (pick) => ['update auth.users set banned_until = null where id = $1', [pick.person()]],
  (pick) => ['update public.profiles set role = $2 where id = $1', [pick.person(), pick.role()]],
]

/** Returns a pseudorandom event, which is the same for the same rows and seed. */
async function randomEvent(stage: Stage, seed: number) {
  let state = seed
  const below = (count: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % count
  }
  const idsOf = async (table: string) =>
    (await stage.asServer(`select id from public.${table} order by id`)).map(({ id }) => id)
  const [jobs, bids, consultations] = [
    await idsOf('jobs'),
    await idsOf('bids'),
    await idsOf('consultations'),
  ]
  const userIds = everybody.filter((person) => person !== 'visitor').map(idOf)
  const one = (values: readonly unknown[]) => values[below(values.length)]
  const picker: Picker = {
    job: () => one(jobs),
    bid: () => one(bids),
    consultation: () => one(consultations),
    person: () => String(one(userIds)),
    role: () => one(['facility', 'contractor', 'consultant', 'admin']),
  }
  const event = events[below(events.length)] ?? assert.fail()
  return event(picker)
}

const selectDeclared = `
  select tgrelid::regclass::text as "table", split_part(encode(tgargs, 'escape'), '\\000', 1) as audience
  from pg_trigger where tgfoid = 'realtime.record_change()'::regprocedure and tgnargs > 0`
const declaredAudiences = z.array(z.object({ table: z.string(), audience: z.string() }))

/** Compares each declared audience with the rows that each user sees. */
async function assertSameRows(stage: Stage, after: string) {
  const declared = declaredAudiences.parse(await stage.asServer(selectDeclared))
  assert.equal(declared.length, 6)
  for (const person of everybody) {
    const isVisitor = person === 'visitor'
    const [{ groups } = {}] = isVisitor
      ? [{ groups: [] }]
      : await stage.as(person, 'select app.live_groups() as groups')
    for (const { table, audience } of declared) {
      const byAudience = await stage.asServer(
        `select array_agg(id order by id) as ids from ${table} t where ${audience}(t) && $1`,
        [groups],
      )
      const bySelect = isVisitor
        ? [{ ids: null }]
        : await stage.as(person, `select array_agg(id order by id) as ids from ${table}`)
      assert.deepEqual(byAudience, bySelect, `${table} for ${person} after ${after}`)
    }
  }
}

export const stories: Stories = Object.fromEntries(
  [1, 2, 3, 4].map((seed) => [
    `in random history ${seed}, an audience contains exactly those who can select the row`,
    async (stage) => {
      await assertSameRows(stage, 'the start')
      for (let step = 0; step < 12; step += 1) {
        const [statement, values] = await randomEvent(stage, seed * 1000 + step)
        const refusal = await stage.serverRefusal(statement, values)
        await assertSameRows(stage, `${statement} ${values.join()} ${refusal?.message ?? ''}`)
      }
    },
  ]),
)
