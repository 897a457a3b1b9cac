// Tests the figures, the activity and the sessions on the page of a user for admins.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { idOf, type Row, type Stage, type Stories } from '../support/run-story.ts'

const overviewOf = async (stage: Stage, id: string): Promise<Row | undefined> =>
  (await stage.as('ada', 'select * from public.admin_user_overview($1)', [id]))[0]

const activityOf = (stage: Stage, id: string) =>
  stage.as('ada', 'select * from public.admin_user_activity($1)', [id])

const pick = (row: Row | undefined, ...names: string[]) => names.map((name) => row?.[name])

async function payForFinishedJob(stage: Stage, paidAt: string) {
  await stage.asServer(
    `update public.payments set status = 'paid', reference = 'Check 12', paid_at = now() + $2::interval where job_id = $1`,
    [idOf('job finished'), paidAt],
  )
}

export const stories: Stories = {
  'the overview of a contractor counts their bids, and what they were paid in two years': async (
    stage,
  ) => {
    const bids = ['role', 'bid_count', 'bids_pending', 'bids_won', 'bids_decided']
    const money = ['payment_count', 'amount_of_year', 'amount_of_year_before', 'amount_due']
    const before = await overviewOf(stage, idOf('carl'))
    assert.deepEqual(pick(before, ...bids), ['contractor', '3', '1', '2', '2'])
    const cora = await overviewOf(stage, idOf('cora'))
    assert.deepEqual(pick(cora, ...bids), ['contractor', '4', '2', '0', '2'])
    assert.deepEqual(pick(before, ...money), ['1', '0', '0', '200'])
    await payForFinishedJob(stage, '-1 day')
    assert.deepEqual(pick(await overviewOf(stage, idOf('carl')), ...money), ['1', '200', '0', '0'])
    await payForFinishedJob(stage, '-400 days')
    assert.deepEqual(pick(await overviewOf(stage, idOf('carl')), ...money), ['1', '0', '200', '0'])
  },

  'the overview of a facility counts its jobs, and what it paid': async (stage) => {
    await payForFinishedJob(stage, '-1 day')
    const fiona = await overviewOf(stage, idOf('fiona'))
    const jobs = ['job_count', 'jobs_open', 'jobs_awarded', 'jobs_finished', 'bid_count']
    assert.deepEqual(pick(fiona, 'role', ...jobs), ['facility', '5', '2', '2', '1', '0'])
    // The fee of the consultation is due.
    assert.deepEqual(pick(fiona, 'amount_of_year', 'amount_due'), ['200', '150'])
  },

  'the overview of a consultant has their consultations and their rating': async (stage) => {
    const kurt = await overviewOf(stage, idOf('kurt'))
    assert.deepEqual(pick(kurt, 'consultation_count', 'consultations_upcoming'), ['1', '0'])
    const rating = pick(kurt, 'average_rating', 'review_count')
    const [counted] = await stage.asServer(
      'select round(avg(rating), 1) as rating, count(*) from public.reviews where counts_from <= now()',
    )
    assert.deepEqual(rating, pick(counted, 'rating', 'count'))
    const kim = await overviewOf(stage, idOf('kim'))
    assert.deepEqual(pick(kim, 'consultation_count', 'consultations_upcoming'), ['3', '1'])
  },

  'the months end with this one, and count what the role does': async (stage) => {
    await stage.asServer(
      "update public.bids set created_at = now() - interval '2 years' where id = $1",
      [idOf('bid carl finished')],
    )
    await stage.asServer('update public.bids set created_at = now() where contractor_id = $1', [
      idOf('cora'),
    ])
    const carl = await overviewOf(stage, idOf('carl'))
    const cora = await overviewOf(stage, idOf('cora'))
    const months = [carl, cora].map((user) => [user?.['monthly_counts']].flat())
    assert.deepEqual(
      months.map(({ length }) => length),
      [12, 12],
    )
    assert.deepEqual(
      months.map((counts) => counts.reduce((sum: number, count) => sum + Number(count), 0)),
      [2, 4],
    )
    assert.equal(months[1]?.at(-1), '4')
  },

  'a self-registered user has a page before they have a role, but only with a confirmed address':
    async (stage) => {
      const nora = await overviewOf(stage, idOf('nora'))
      assert.deepEqual(pick(nora, 'role', 'full_name', 'email', 'document_count'), [
        null,
        'nora',
        'nora@example.com',
        0,
      ])
      await stage.asServer('update auth.users set email_confirmed_at = null where id = $1', [
        idOf('nora'),
      ])
      assert.equal(await overviewOf(stage, idOf('nora')), undefined)
      assert.equal(await overviewOf(stage, randomUUID()), undefined)
    },

  'the activity of a contractor is what they did and won, newest first': async (stage) => {
    await payForFinishedJob(stage, '-1 day')
    const events = await activityOf(stage, idOf('carl'))
    const counts: Record<string, number> = {}
    for (const { kind } of events) counts[String(kind)] = (counts[String(kind)] ?? 0) + 1
    assert.deepEqual(counts, { bid: 3, win: 2, finish: 1, earn: 1, join: 1 })
    const times = events.map(({ at }) => Number(at))
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    )
    const earned = events.find(({ kind }) => kind === 'earn')
    assert.deepEqual(pick(earned, 'title', 'amount', 'other_name', 'job_id'), [
      'Job finished',
      '200',
      'fiona inc.',
      idOf('job finished'),
    ])
    const bid = events.find(({ job_id: job, kind }) => kind === 'bid' && job === idOf('job bidden'))
    assert.deepEqual(pick(bid, 'amount', 'budget'), ['400', '500'])
    const won = events.find(
      ({ job_id: job, kind }) => kind === 'win' && job === idOf('job awarded'),
    )
    assert.equal(won?.['amount'], '300')
  },

  'the activity of a facility and of a consultant names the other side': async (stage) => {
    const ofFrank = await activityOf(stage, idOf('frank'))
    const kinds = new Set(ofFrank.map(({ kind }) => kind))
    assert.deepEqual(kinds, new Set(['review', 'post', 'book', 'join']))
    const review = ofFrank.find(({ kind }) => kind === 'review')
    assert.deepEqual(pick(review, 'rating', 'other_name'), [5, 'kurt'])
    const ofKurt = await activityOf(stage, idOf('kurt'))
    assert.deepEqual(
      new Set(ofKurt.map(({ kind }) => kind)),
      new Set(['reviewed', 'booked', 'join']),
    )
    const booked = ofKurt.find(({ kind }) => kind === 'booked')
    assert.deepEqual(pick(booked, 'other_name', 'amount'), ['frank inc.', '150'])
  },

  'the pages of an activity have each event once, also where events share a time': async (
    stage,
  ) => {
    await stage.asServer('update public.bids set created_at = now()')
    const all = await activityOf(stage, idOf('carl'))
    const keys: unknown[] = []
    let last: Row | undefined
    do {
      const page = await stage.as(
        'ada',
        'select key, at::text as time from public.admin_user_activity($1, $2, $3, 2)',
        [idOf('carl'), last?.['time'] ?? null, last?.['key'] ?? null],
      )
      keys.push(...page.map(({ key }) => key))
      last = page.at(-1)
    } while (last)
    assert.deepEqual(
      keys,
      all.map(({ key }) => key),
    )
  },

  'a sign-in is part of the activity, and its session is listed while it lasts': async (stage) => {
    const session = `insert into auth.sessions (id, user_id, created_at, aal, not_after)
       values (gen_random_uuid(), $1, now() - $2::interval, $3::auth.aal_level, $4)`
    await stage.asServer(session, [idOf('carl'), '1 hour', 'aal2', null])
    await stage.asServer(session, [idOf('carl'), '1 day', 'aal1', '2020-01-01'])
    const sessions = await stage.as('ada', 'select * from public.admin_user_sessions($1)', [
      idOf('carl'),
    ])
    assert.deepEqual(
      sessions.map(({ has_second_factor: has }) => has),
      [true],
    )
    assert.equal((await overviewOf(stage, idOf('carl')))?.['session_count'], '1')
    const events = await activityOf(stage, idOf('carl'))
    assert.equal(events.filter(({ kind }) => kind === 'login').length, 1)
  },

  'only verified second factors are named': async (stage) => {
    const factor = `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, friendly_name)
       values (gen_random_uuid(), $1, 'totp', $2::auth.factor_status, now(), now(), $2)`
    await stage.asServer(factor, [idOf('carl'), 'unverified'])
    assert.deepEqual((await overviewOf(stage, idOf('carl')))?.['second_factors'], [])
    await stage.asServer(factor, [idOf('carl'), 'verified'])
    assert.deepEqual((await overviewOf(stage, idOf('carl')))?.['second_factors'], ['totp'])
  },

  'an admin without the second factor sees no page of a user': async (stage) => {
    await stage.asServer(
      "update private.settings set value = 'on' where name = 'require_admin_mfa'",
    )
    stage.aal = 'aal1'
    for (const name of ['overview', 'activity', 'sessions'])
      await stage.assertRefused('ada', '42501', `select from public.admin_user_${name}($1)`, [
        idOf('kim'),
      ])
  },
}
