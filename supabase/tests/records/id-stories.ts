// The ids of new rows begin with the time, so that they are neighbors in an index.
import assert from 'node:assert/strict'
import { z } from 'zod'
import { idOf, type Row, type Stage, type Stories } from '../support/run-story.ts'

const ids = z.array(z.object({ id: z.uuidv7() }))
const readIds = (rows: Row[]) => ids.parse(rows).map(({ id }) => id)

const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

const areAscending = (all: string[]) => all.every((id, index) => id > (all[index - 1] ?? ''))

async function databaseTime(stage: Stage) {
  const [row] = await stage.asServer(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::float as ms',
  )
  return z.object({ ms: z.number() }).parse(row).ms
}

const postJobs = async (stage: Stage, count: number) =>
  readIds(
    await stage.as(
      'fiona',
      `insert into public.jobs (facility_id, title, description, budget)
       select auth.uid(), 'Lamp ' || n, 'It flickers.', 10 from generate_series(1, $1::integer) n returning id`,
      [count],
    ),
  )

const createIds = async (stage: Stage, count: number) =>
  readIds(
    await stage.asServer('select app.new_id() as id from generate_series(1, $1::integer)', [count]),
  )

export const stories: Stories = {
  'the id of a new row begins with the time in milliseconds': async (stage) => {
    const start = await databaseTime(stage)
    const [id = ''] = await postJobs(stage, 1)
    const end = await databaseTime(stage)
    assert.ok(start <= timeOf(id) && timeOf(id) <= end, `${start} ${id} ${end}`)
  },

  'the fraction of an id tells apart two microseconds': async (stage) => {
    const fractions = (await createIds(stage, 10_000)).map((id) =>
      Number.parseInt(id.slice(15, 18), 16),
    )
    const thousandths = new Set(fractions.map((fraction) => Math.ceil((fraction * 1000) / 4096)))
    for (const microsecond of thousandths) assert.ok(microsecond < 1000)
    assert.ok(thousandths.size > 500, `${thousandths.size}`)
  },

  'ids ascend within a statement and from one statement to the next': async (stage) => {
    const jobIds = [...(await postJobs(stage, 5)), ...(await postJobs(stage, 5))]
    assert.ok(areAscending(jobIds), jobIds.join())
  },

  '100,000 ids are all different and ascend': async (stage) => {
    const created = await createIds(stage, 100_000)
    assert.equal(new Set(created).size, 100_000)
    assert.ok(areAscending(created))
  },

  'ids of one moment differ in 62 random bits': async (stage) => {
    const randomParts = (await createIds(stage, 1000)).map((id) => id.slice(19))
    assert.equal(new Set(randomParts).size, 1000)
    for (const part of randomParts) assert.match(part, /^[89ab][\da-f]{3}-/)
  },

  'the bid, conversation and notice of a new bid have such ids': async (stage) => {
    await stage.as(
      'cora',
      'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 90)',
      [idOf('job open')],
    )
    const addedRows = await stage.asServer(
      `select id from public.bids where job_id = $1 and amount = 90
       union all select id from public.conversations where job_id = $1 and partner_id = $2
       union all select id from public.notices where kind = 'bid_received' and other_id = $2`,
      [idOf('job open'), idOf('cora')],
    )
    assert.equal(readIds(addedRows).length, 3)
  },

  'the id of a consultation, which reviews show to all users, has no time': async (stage) => {
    const [booked] = await stage.as(
      'frank',
      `insert into public.consultations (consultant_id, facility_id, scheduled_at)
       values ($1, auth.uid(), now() + interval '9 days') returning id`,
      [idOf('kim')],
    )
    z.object({ id: z.uuidv4() }).parse(booked)
  },
}
