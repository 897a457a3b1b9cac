// Compares the counters with the rows that they count.
import assert from 'node:assert/strict'
import { idOf, type Person } from '../support/world.ts'
import type { Stage, Stories } from '../support/run-story.ts'

const sums = `select metric, bucket, day::text, sum(value)::float8 as value from private.current_counters
  group by metric, bucket, day having sum(value) <> 0 order by metric, bucket, day`

const range = '(current_date - 99, current_date + 1)'

/** The query of a figure and the query of the rows must give the same result. */
const figuresAndRows: [figure: string, rows: string][] = [
  [
    'select open_jobs::integer, pending_bids::integer from public.admin_live_metrics',
    `select
       (select count(*)::integer from public.jobs where status = 'open' and not is_deleted) as open_jobs,
       (select count(*)::integer from public.bids where status = 'pending') as pending_bids`,
  ],
  [
    'select category, count::integer from public.get_job_categories() where count > 0 order by 1',
    'select category, count(*)::integer as count from public.jobs where not is_deleted group by 1 order by 1',
  ],
  [
    `select category, count::integer from public.get_job_category_analytics${range} where count > 0 order by 1`,
    'select category, count(*)::integer as count from public.jobs where not is_deleted group by 1 order by 1',
  ],
  [
    'select role, total::integer from public.dashboard_total_users_by_role order by 1',
    'select role, count(*)::integer as total from public.profiles group by 1 order by 1',
  ],
  [
    `select sum(count)::integer as people from public.get_user_growth${range}`,
    'select count(*)::integer as people from public.profiles',
  ],
  [
    `select sum(posted_jobs)::integer as jobs, sum(bids)::integer as bids from public.get_job_analytics${range}`,
    `select (select count(*) from public.jobs)::integer as jobs, (select count(*) from public.bids)::integer as bids`,
  ],
  [
    `select sum(amount)::float8 as amount from public.get_revenue_analytics${range}`,
    "select coalesce(sum(amount), 0)::float8 as amount from public.payments where status = 'paid'",
  ],
]

/** Two queries that must give the same number: the total that a contractor sees, and the number of biddable jobs. */
const available = [
  'select coalesce(max(total), 0)::integer as jobs from public.find_available_jobs()',
  "select count(*)::integer as jobs from public.jobs where status = 'open' and not is_deleted and awarded_at is null",
] as const

const lists: [list: string, part: string | null, rows: string][] = [
  ['users', null, 'public.admin_user_list'],
  ...['facility', 'contractor', 'consultant', 'admin'].map((role): [string, string, string] => [
    'users',
    role,
    `public.admin_user_list where role = '${role}'`,
  ]),
  ['jobs', null, 'public.jobs'],
  ['jobs', 'open', "public.jobs where status = 'open' and not is_deleted"],
  ['jobs', 'awarded', "public.jobs where status = 'open' and awarded_at is not null"],
  ['jobs', 'finished', "public.jobs where status = 'finished'"],
  ['jobs', 'deleted', 'public.jobs where is_deleted'],
  ['bids', null, 'public.bids'],
  ...['pending', 'accepted', 'rejected', 'withdrawn'].map((status): [string, string, string] => [
    'bids',
    status,
    `public.bids where status = '${status}'`,
  ]),
  ['payments', null, 'public.payments'],
  ...['pending', 'paid', 'refunded', 'void'].map((status): [string, string, string] => [
    'payments',
    status,
    `public.payments where status = '${status}'`,
  ]),
  ['entries', null, 'public.admin_audit_entries'],
  ...['set_role', 'release_award', 'refund_payment', 'ban'].map(
    (action): [string, string, string] => [
      'entries',
      action,
      `public.admin_audit_entries where action = '${action}'`,
    ],
  ),
]

/** Each query returns the length that an admin's list shows, and the actual number of the list's rows. */
const lengths = lists.map(([list, part, rows]) => {
  const counterSql = `public.admin_list_number('${list}', ${part ? `'${part}'` : 'null'})`
  return `select '${list} ${part ?? ''}' as list, ${counterSql}::integer as shown, (select count(*) from ${rows})::integer as actual`
})

async function assertCountersMatch(stage: Stage, after: string) {
  for (const { list, shown, actual } of await stage.as('ada', lengths.join(' union all '))) {
    assert.equal(shown, actual, `${String(list)} ${after}`)
  }
  const [counterSql, rowsSql] = available
  assert.deepEqual(await stage.as('carl', counterSql), await stage.asServer(rowsSql), after)
  for (const [figure, rows] of figuresAndRows) {
    assert.deepEqual(await stage.as('ada', figure), await stage.asServer(rows), after)
  }
  const storedSums = await stage.asServer(sums)
  await stage.asServer('savepoint kept')
  await stage.asServer('select private.recount()')
  assert.deepEqual(await stage.asServer(sums), storedSums, after)
  await stage.asServer('rollback to savepoint kept')
}

const actions: [person: Person, description: string, statement: string, values: unknown[]][] = [
  [
    'fiona',
    'a job is posted',
    "insert into public.jobs (facility_id, title, description, budget, category) values (auth.uid(), 'Pipes', 'They leak.', 90, 'Plumbing')",
    [],
  ],
  [
    'fiona',
    'its category changes',
    "update public.jobs set category = 'HVAC' where title = 'Pipes'",
    [],
  ],
  [
    'cora',
    'a bid is placed',
    'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80)',
    [idOf('job open')],
  ],
  [
    'cora',
    'a bid is withdrawn',
    "update public.bids set status = 'withdrawn' where job_id = $1",
    [idOf('job open')],
  ],
  [
    'fiona',
    'a bid is accepted, another so rejected',
    'select public.accept_and_reject_bids($1, $2)',
    [idOf('bid carl bidden'), idOf('job bidden')],
  ],
  [
    'ada',
    'an award is taken back',
    "select public.admin_release_award($1, 'Both agree.')",
    [idOf('job awarded')],
  ],
  [
    'carl',
    'a job is finished',
    "update public.jobs set status = 'finished' where id = $1",
    [idOf('job bidden')],
  ],
  [
    'fiona',
    'a payment is recorded',
    "select public.record_payment(id, 'Check 9') from public.payments where job_id = $1",
    [idOf('job bidden')],
  ],
  [
    'ada',
    'it is refunded',
    'select public.refund_payment(id) from public.payments where job_id = $1',
    [idOf('job bidden')],
  ],
  [
    'fiona',
    'a job is deleted',
    'update public.jobs set is_deleted = true where id = $1',
    [idOf('job open')],
  ],
  [
    'ada',
    'somebody gets another role',
    "select public.admin_set_role($1, 'facility', 'Asked for it.')",
    [idOf('cora')],
  ],
]

export const stories: Stories = {
  // @covers screens.admin.counters
  'the counters agree with the rows after each action': async (stage) => {
    await assertCountersMatch(stage, 'the world is built')
    for (const [person, description, statement, values] of actions) {
      await stage.as(person, statement, values)
      await assertCountersMatch(stage, description)
    }
    await stage.asServer(
      'insert into auth.users (id, email, raw_app_meta_data) values ($1, \'new@example.com\', \'{"role": "contractor"}\')',
      [idOf('new')],
    )
    await assertCountersMatch(stage, 'an account is made')
    await stage.asServer('delete from auth.users where id = $1', [idOf('new')])
    await assertCountersMatch(stage, 'an account is removed')
  },

  'the length of an unknown list is refused': async (stage) => {
    const numberSql = 'select public.admin_list_number($1)'
    for (const list of ['job', 'made', '', null])
      assert.equal(
        (await stage.assertRefused('ada', 'list_unknown', numberSql, [list])).status,
        400,
      )
    await stage.assertRefused('fiona', '42501', numberSql, ['job'])
  },

  'an audited action is counted by its name, however long it is': async (stage) => {
    const action = 'a'.repeat(100)
    await stage.asServer('insert into app.audit_log (action, subject) values ($1, $2)', [
      action,
      'x',
    ])
    await stage.asServer('select private.roll_up_counters()')
    const number = 'select public.admin_list_number($1, $2)::integer as number'
    assert.deepEqual(await stage.as('ada', number, ['entries', action]), [{ number: 1 }])
  },

  'a roll-up counts each change once': async (stage) => {
    await stage.asServer('select private.run_scheduled()')
    assert.deepEqual(
      await stage.asServer('select count(*)::integer as count from private.counter_changes'),
      [{ count: 0 }],
    )
    await assertCountersMatch(stage, 'added up')
    await stage.as(
      'cora',
      'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80)',
      [idOf('job open')],
    )
    await stage.asServer('select private.run_scheduled()')
    await assertCountersMatch(stage, 'added up again')
  },

  'imported rows, which fire no triggers, are counted at the end': async (stage) => {
    await stage.asServer('set local session_replication_role = replica')
    await stage.asServer(
      "insert into public.jobs (facility_id, title, description, budget, category) values ($1, 'Brought over', 'From elsewhere.', 90, 'HVAC')",
      [idOf('fiona')],
    )
    await stage.asServer('set local session_replication_role = origin')
    await stage.asServer('select private.finish_import()')
    await assertCountersMatch(stage, 'brought over')
  },

  'days are recounted when the time zone changes': async (stage) => {
    // This is 23:30 on the 7th in Denver, and the 8th in Berlin.
    await stage.asServer("update public.jobs set created_at = '2026-03-08T06:30Z' where id = $1", [
      idOf('job open'),
    ])
    const days = async () =>
      (
        await stage.as(
          'ada',
          "select posted_jobs::integer from public.get_job_analytics('2026-03-07', '2026-03-08')",
        )
      ).map((row) => row['posted_jobs'])
    assert.deepEqual(await days(), [1, 0])
    await stage.asServer(
      "update private.settings set value = 'Europe/Berlin' where name = 'time_zone'",
    )
    assert.deepEqual(await days(), [0, 1])
    await stage.asServer("delete from private.settings where name = 'time_zone'")
    assert.deepEqual(await days(), [1, 0])
    await stage.asServer("insert into private.settings (name, value) values ('time_zone', 'UTC')")
    assert.deepEqual(await days(), [0, 1])
  },
}
