import assert from 'node:assert/strict'
import { blankTexts } from '../support/blank-texts.ts'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'

const postJob = `insert into public.jobs
  (facility_id, title, description, budget, status, is_deleted, created_at)
  values (auth.uid(), $1, $2, $3, 'finished', true, '2001-01-01') returning *`

const postJobWith = (
  ...values: [title: unknown, description: unknown, budget: unknown]
): [string, unknown[]] => [postJob, values]

async function job(stage: Stage, name: string) {
  const [row] = await stage.asServer('select * from public.jobs where id = $1', [idOf(`job ${name}`)])
  return row ?? {}
}

export const stories: Stories = {
  // @covers 4.job.created-open
  'a new job is open, not deleted, created now and General, whatever was sent': async (stage) => {
    const [row = {}] = await stage.as(
      'fiona',
      ...postJobWith('  Fix the door ', 'It\nsticks.', '99.5'),
    )
    const { status, is_deleted, category, title, budget } = row
    assert.deepEqual(
      { status, is_deleted, category, title, budget },
      {
        status: 'open',
        is_deleted: false,
        category: 'General',
        title: 'Fix the door',
        budget: '99.5',
      },
    )
    const recent =
      "select from public.jobs where id = $1 and created_at > now() - interval '1 minute'"
    assert.equal((await stage.asServer(recent, [row['id']])).length, 1)
  },

  // @covers 5.job.required
  'a job needs a title, a description and a budget': async (stage) => {
    for (const empty of [...blankTexts, null]) {
      await stage.assertRefused('fiona', 'text_missing', ...postJobWith(empty, 'Text', 1))
      await stage.assertRefused('fiona', 'text_missing', ...postJobWith('Title', empty, 1))
    }
    await stage.assertRefused('fiona', 'money_invalid', ...postJobWith('Title', 'Text', null))
  },

  'a job with texts that are too long is refused with their length': async (stage) => {
    await stage.as('fiona', ...postJobWith('x'.repeat(200), 'y'.repeat(5000), 1))
    const { message } = await stage.assertRefused(
      'fiona',
      'text_too_long',
      ...postJobWith('x'.repeat(201), 'y', 1),
    )
    assert.equal(message, 'Title can have at most 200 characters. You entered 201.')
    await stage.assertRefused('fiona', 'text_too_long', ...postJobWith('x', 'y'.repeat(5001), 1))
    await stage.assertRefused('fiona', '22021', ...postJobWith('nul \u0000', 'y', 1))
  },

  // @covers 5.job.budget
  'a budget is money': async (stage) => {
    for (const amount of [
      'NaN',
      'Infinity',
      '-Infinity',
      '12.345',
      '0',
      '-1',
      '1e10',
      '9999999.991',
    ]) {
      await stage.assertRefused('fiona', 'money_invalid', ...postJobWith('Title', 'Text', amount))
    }
    for (const amount of ['0.01', '9999999.99', '12.340', '1e3']) {
      await stage.as('fiona', ...postJobWith('Title', 'Text', amount))
    }
  },

  'a category has to be on the list': async (stage) => {
    const insert = `insert into public.jobs (facility_id, title, description, budget, category)
      values (auth.uid(), 'T', 'D', 1, $1)`
    await stage.as('fiona', insert, ['HVAC'])
    for (const unknown of ['Magic', 'hvac', '']) {
      await stage.assertRefused('fiona', 'category_unknown', insert, [unknown])
    }
  },

  'a job whose bids are all withdrawn can be changed again': async (stage) => {
    const rename = "update public.jobs set title = 'New' where id = $1"
    await stage.assertRefused('frank', 'job_has_bids', rename, [idOf('job frank')])
    await stage.as('cora', "update public.bids set status = 'withdrawn' where id = $1", [
      idOf('bid cora frank'),
    ])
    await stage.as('frank', rename, [idOf('job frank')])
    assert.equal((await job(stage, 'frank'))['title'], 'New')
  },

  'deleting a job rejects its pending bids': async (stage) => {
    await stage.as('fiona', 'update public.jobs set is_deleted = true where id = $1', [
      idOf('job bidden'),
    ])
    const bids = await stage.asServer('select distinct status from public.bids where job_id = $1', [
      idOf('job bidden'),
    ])
    assert.deepEqual(bids, [{ status: 'rejected' }])
    await stage.assertRefused(
      'fiona',
      'job_deleted',
      "update public.jobs set title = 'X' where id = $1",
      [idOf('job bidden')],
    )
  },

  'a finished job cannot be changed, deleted or finished again': async (stage) => {
    const values = [idOf('job finished')]
    await stage.assertRefused(
      'fiona',
      'job_finished',
      "update public.jobs set title = 'X' where id = $1",
      values,
    )
    await stage.assertRefused(
      'fiona',
      'job_finished',
      'update public.jobs set is_deleted = true where id = $1',
      values,
    )
    await stage.assertRefused(
      'carl',
      'job_finished',
      "update public.jobs set status = 'open' where id = $1",
      values,
    )
  },

  'finishing a job creates a payment of the accepted amount and stamps the time': async (stage) => {
    await stage.as('carl', "update public.jobs set status = 'finished' where id = $1", [
      idOf('job awarded'),
    ])
    const payments = await stage.asServer(
      'select payer_id, payee_id, amount, status from public.payments where job_id = $1',
      [idOf('job awarded')],
    )
    assert.deepEqual(payments, [
      { payer_id: idOf('fiona'), payee_id: idOf('carl'), amount: '300', status: 'pending' },
    ])
    assert.ok((await job(stage, 'awarded'))['finished_at'])
  },

  // @covers 4.job.transitions
  'the server cannot break the state machine of a job': async (stage) => {
    const finish = stage.serverRefusal("update public.jobs set status = 'finished' where id = $1", [
      idOf('job open'),
    ])
    assert.equal((await finish)?.code, 'job_not_awarded')
    const undelete = stage.serverRefusal('update public.jobs set is_deleted = false where id = $1', [
      idOf('job deleted'),
    ])
    assert.equal((await undelete)?.code, 'job_deleted')
  },

  'a facility posts at most 20 jobs an hour, and the refusal says when to try again': async (stage) => {
    for (let n = 0; n < 20; n += 1) await stage.as('fiona', ...postJobWith(`Job ${n}`, 'Text', 1))
    const { status, message, hint } = await stage.assertRefused(
      'fiona',
      'too_many_jobs',
      ...postJobWith('One more', 'Text', 1),
    )
    assert.match(`${status} ${message} ${hint}`, /^429 Too many requests\. Try again in \d\d minutes\.$/)
    await stage.as('frank', ...postJobWith('Of another', 'Text', 1))
  },

  'a job has computed columns for the allowed actions': async (stage) => {
    const askSql = `select public.can_edit(j) as edit, public.can_delete(j) as delete, public.can_bid(j) as bid,
      public.can_finish(j) as finish, public.bid_count(j)::integer as bids from public.jobs j where id = $1`
    const of = async (person: 'fiona' | 'carl', name: string) =>
      (await stage.as(person, askSql, [idOf(`job ${name}`)]))[0]
    assert.deepEqual(await of('fiona', 'open'), {
      edit: true,
      delete: true,
      bid: false,
      finish: false,
      bids: 0,
    })
    assert.deepEqual(await of('fiona', 'bidden'), {
      edit: false,
      delete: true,
      bid: false,
      finish: false,
      bids: 2,
    })
    assert.deepEqual(await of('fiona', 'awarded'), {
      edit: false,
      delete: false,
      bid: false,
      finish: false,
      bids: 1,
    })
    assert.deepEqual(await of('carl', 'open'), {
      edit: false,
      delete: false,
      bid: true,
      finish: false,
      bids: 0,
    })
    assert.deepEqual(await of('carl', 'bidden'), {
      edit: false,
      delete: false,
      bid: false,
      finish: false,
      bids: 2,
    })
    assert.deepEqual(await of('carl', 'awarded'), {
      edit: false,
      delete: false,
      bid: false,
      finish: true,
      bids: 1,
    })
    assert.deepEqual(await of('carl', 'finished'), {
      edit: false,
      delete: false,
      bid: false,
      finish: false,
      bids: 1,
    })
  },

  'the number of bids on a hidden job is secret, even for a made-up row': async (stage) => {
    const askSql = "select public.bid_count(jsonb_populate_record(null::public.jobs, jsonb_build_object('id', $1::text)))::integer as bids"
    const of = async (person: 'fiona' | 'frank' | 'carl' | 'cora' | 'kim' | 'ada', name: string) => (await stage.as(person, askSql, [idOf(`job ${name}`)]))[0]?.['bids']
    assert.deepEqual([await of('frank', 'bidden'), await of('kim', 'bidden'), await of('cora', 'finished')], [null, null, null])
    assert.deepEqual([await of('fiona', 'bidden'), await of('carl', 'bidden'), await of('carl', 'finished'), await of('ada', 'bidden')], [2, 2, 1, 2])
  },

  "available jobs show the number of bids and the user's own one, nothing about others": async (stage) => {
    const rows = await stage.as(
      'carl',
      'select title, facility_name, bid_count::integer, my_bid_status from public.dashboard_available_jobs order by title',
    )
    assert.deepEqual(rows, [
      { title: 'Job bidden', facility_name: 'fiona inc.', bid_count: 2, my_bid_status: 'pending' },
      { title: 'Job frank', facility_name: 'frank inc.', bid_count: 1, my_bid_status: null },
      { title: 'Job open', facility_name: 'fiona inc.', bid_count: 0, my_bid_status: null },
    ])
  },
}
