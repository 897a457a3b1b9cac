// Tests the events of the topic available-jobs. A client that applies them to an earlier read must show what a fresh read
// shows.
import assert from 'node:assert/strict'
import { z } from 'zod'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'

const selectLastId = 'select coalesce(max(id), 0) as id from realtime.changes'
const selectEvents = `
  select new_row ->> 'event' as event, new_row -> 'payload' as payload from realtime.changes
  where id > $1 and schema_name = 'realtime' and table_name = 'messages' and new_row ->> 'topic' = 'available-jobs'
  order by id`
const selectAvailable = `
  select id, title, description, category, location, town, budget, to_json(created_at) #>> '{}' as created_at, facility_id,
         facility_name, bid_count::int,
         coalesce((select jsonb_agg(p.path order by p.position, p.id) from public.job_photos p where p.job_id = a.id),
           '[]') as photos
  from public.dashboard_available_jobs a`

const job = z.looseObject({ id: z.string(), facility_id: z.string() })
type Job = z.infer<typeof job>
const events = z.array(
  z.discriminatedUnion('event', [
    z.object({
      event: z.literal('job'),
      payload: z.object({ id: z.string(), before: z.unknown(), row: job.nullable() }),
    }),
    z.object({
      event: z.literal('values'),
      payload: z.object({
        id: z.string().optional(),
        facility_id: z.string().optional(),
        values: z.record(z.string(), z.unknown()),
      }),
    }),
    z.object({ event: z.literal('reload'), payload: z.unknown() }),
  ]),
)
type Event = z.infer<typeof events>[number]

/** Reads the available jobs as a contractor. */
async function readAvailable(stage: Stage) {
  await stage.asServer("set local timezone = 'UTC'")
  const rows = z.array(job).parse(await stage.as('carl', selectAvailable))
  return new Map(rows.map((row) => [row.id, { ...row, budget: Number(row['budget']) }]))
}

/** Applies an event as a client does. Returns false if the client has to read again. */
function apply(known: Map<string, Job>, { event, payload }: Event) {
  if (event === 'reload') return false
  if (event === 'job') {
    assert.equal(
      payload.before !== null,
      known.has(payload.id),
      'the event has the position before',
    )
    if (payload.row) known.set(payload.id, payload.row)
    else known.delete(payload.id)
    return true
  }
  for (const row of known.values()) {
    if (row.id !== payload.id && row.facility_id !== payload.facility_id) continue
    known.set(row.id, { ...row, ...payload.values })
  }
  return true
}

const changes: [title: string, statements: string[]][] = [
  [
    'a new job',
    [
      `insert into public.jobs (facility_id, title, description, budget, category)
       values ('${idOf('fiona')}', 'Paint the fence', 'All of it.', 300.5, 'General')`,
    ],
  ],
  [
    'an edit',
    [`update public.jobs set budget = 12, title = 'Edited' where id = '${idOf('job open')}'`],
  ],
  ['a deletion', [`update public.jobs set is_deleted = true where id = '${idOf('job open')}'`]],
  [
    'a new category',
    [`update public.jobs set category = 'General' where id = '${idOf('job open')}'`],
  ],
  ['a withdrawn bid', ["update public.bids set status = 'withdrawn' where status = 'pending'"]],
  ['a deleted bid', ["delete from public.bids where status = 'pending'"]],
  [
    'an award and its release',
    [
      "select app.accept_bid(id, job_id) from public.bids where status = 'pending' order by id limit 1",
      `update public.bids set status = 'rejected' where job_id = '${idOf('job bidden')}' and status = 'accepted'`,
      `update public.jobs set awarded_at = null, awarded_contractor_id = null where id = '${idOf('job bidden')}'`,
    ],
  ],
  [
    'a new name of the facility',
    [`update public.profiles set company_name = 'Front Range Foods' where id = '${idOf('fiona')}'`],
  ],
  [
    'a new place of the facility',
    [`update public.profiles set location = 'Boulder' where id = '${idOf('fiona')}'`],
  ],
  [
    'a hidden profile, a new job of it, and its return',
    [
      `update public.profiles set is_hidden = true where id = '${idOf('frank')}'`,
      `insert into public.jobs (facility_id, title, description, budget, category)
       values ('${idOf('frank')}', 'Sweep the yard', 'All of it.', 90, 'General')`,
      `update public.profiles set is_hidden = false where id = '${idOf('frank')}'`,
    ],
  ],
  [
    'a ban and its end',
    [
      `update auth.users set banned_until = now() + interval '1 day' where id = '${idOf('fiona')}'`,
      `update auth.users set banned_until = null where id = '${idOf('fiona')}'`,
    ],
  ],
  [
    'a photo and its deletion',
    [
      `insert into public.job_photos (job_id, owner_id, path)
       values ('${idOf('job open')}', '${idOf('fiona')}', '${idOf('fiona')}/job-photo/a.png')`,
      'delete from public.job_photos',
    ],
  ],
]

export const stories: Stories = Object.fromEntries(
  changes.map(([title, statements]) => [
    `after ${title}, the events lead to what a fresh read shows`,
    async (stage: Stage) => {
      let known = await readAvailable(stage)
      assert.notEqual(known.size, 0)
      let sentCount = 0
      for (const statement of statements) {
        const [{ id: lastId } = {}] = await stage.asServer(selectLastId)
        await stage.asServer(statement)
        const fresh = await readAvailable(stage)
        const sent = events.parse(await stage.asServer(selectEvents, [lastId]))
        sentCount += sent.length
        const isComplete = sent.map((event) => apply(known, event)).every(Boolean)
        if (!isComplete) known = fresh
        assert.deepEqual(known, fresh, statement)
      }
      assert.notEqual(sentCount, 0)
    },
  ]),
)
