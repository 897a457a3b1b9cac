// Measures the queries behind the screens in a large market. Each query runs with the user's
// rights, and its figure is the median of nine warm runs. Writes bench/results/plans.md.
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { Client } from 'pg'
import { readRelease } from '../server/src/postgres/release/release.ts'
import { quietPool, startCluster } from '../server/tests/support/test-cluster.ts'
import { apply } from '../server/tests/support/release.ts'
import { addOffice, makeMarket, type Market } from './support/market.ts'

const market: Market = {
  jobs: 300_000,
  facilities: 1000,
  contractors: 2000,
  bidsOfJobs: [4, 3, 3],
}

/**
 * The number of users who signed up and did nothing. They bring the total to a hundred thousand
 * users.
 */
const idlers = 96_799

const facility = "md5('person7')::uuid"
const contractor = "md5('person1500')::uuid"
const admin = "md5('person3201')::uuid"
const ninetyDays = '(current_date - 89, current_date)'

// @covers operations.plans
const queries: [name: string, person: string, statement: string][] = [
  [
    'own jobs, newest first, a page of 50',
    facility,
    `select * from public.jobs where facility_id = ${facility} order by created_at desc limit 50`,
  ],
  [
    'available jobs, newest first, a page of 50',
    contractor,
    'select * from public.dashboard_available_jobs order by created_at desc limit 50',
  ],
  ...availableJobs(),
  [
    'available jobs as a table',
    contractor,
    "select *, public.bid_count(jobs), public.can_bid(jobs) from public.jobs where status = 'open' order by created_at desc limit 50",
  ],
  [
    'bids of a job',
    facility,
    "select * from public.bids where job_id = md5('job6')::uuid order by created_at",
  ],
  [
    'own bids with their jobs, a page of 50',
    contractor,
    `select b.*, j.* from public.bids b join public.jobs j on j.id = b.job_id where b.contractor_id = ${contractor} order by b.created_at desc limit 50`,
  ],
  [
    'own bids with the number of other bids, a page of 50',
    contractor,
    `select b.id, public.bid_count(j) from public.bids b join public.jobs j on j.id = b.job_id where b.contractor_id = ${contractor} order by b.created_at desc limit 50`,
  ],
  [
    'one facility, as a contractor',
    contractor,
    `select * from public.profiles where id = ${facility}`,
  ],
  [
    'inbox of a contractor, a page of 50',
    contractor,
    'select * from public.dashboard_inbox_preview order by created_at desc limit 50',
  ],
  [
    'inbox of a facility, a page of 50',
    facility,
    'select * from public.dashboard_inbox_preview order by created_at desc limit 50',
  ],
  [
    'unread messages',
    facility,
    `select count(*) from public.messages where recipient_id = ${facility} and not read`,
  ],
  ['tiles of a facility', facility, 'select * from public.dashboard_facility_summary'],
  ['tiles of a contractor', contractor, 'select * from public.dashboard_contractor_summary'],
  [
    'find a consultant',
    contractor,
    "select * from public.search_consultants('person-31') limit 50",
  ],
  ['revenue of 90 days', admin, `select * from public.get_revenue_analytics${ninetyDays}`],
  ['new users of 90 days', admin, `select * from public.get_user_growth${ninetyDays}`],
  ['jobs and bids of 90 days', admin, `select * from public.get_job_analytics${ninetyDays}`],
  ['categories', admin, 'select * from public.get_job_categories()'],
  [
    'keys of the users, newest first, the last page',
    admin,
    'select id from public.admin_user_list order by created_at desc, id limit 25 offset 99975',
  ],
  ['number of users', admin, 'select count(*) from public.admin_user_list'],
  [
    'keys of the users by company',
    admin,
    'select id from public.admin_user_list order by company_name, id limit 25',
  ],
  [
    'users found by a part of their address',
    admin,
    "select id from public.admin_search_users('son312') order by created_at desc, id limit 25",
  ],
  [
    'a thousand users of an export, from the middle on',
    admin,
    "select * from public.admin_user_list where created_at <= now() - interval '180 days' order by created_at desc, id limit 1000",
  ],
  [
    'one of 100,000 users by a part of the address',
    admin,
    "select id from public.admin_search_users('idler9876') order by created_at desc, id limit 25",
  ],
  [
    'the audit log, newest first, a page of 25',
    admin,
    'select * from public.admin_audit_entries order by at desc, id limit 25',
  ],
  ['the audit log, the last page', admin, keysOfEntries('offset 299975')],
  ['the audit log, of one action', admin, keysOfEntries('', "where action = 'set_role'")],
  ['how long the audit log is', admin, 'select count(*) from public.admin_audit_entries'],
  [
    'a thousand entries of an export',
    admin,
    'select * from public.admin_audit_entries order by at desc, id limit 1000',
  ],
  ['entries by a rare word', admin, "select * from public.admin_search_audit('ticket 12345')"],
  ['entries by a text of every entry', admin, "select * from public.admin_search_audit('ticket')"],
  [
    'entries by two letters that appear nowhere',
    admin,
    "select * from public.admin_search_audit('zx')",
  ],
  ['palette, jobs of an admin by a rare text', admin, palette('job 12345')],
  ['palette, jobs of an admin by a text of every job', admin, palette('job')],
  ['palette, an admin by two letters that appear nowhere', admin, palette('zx')],
  ['palette, a user of an admin by an address', admin, palette('idler9876')],
  ['palette, jobs of a facility by a text of every job', facility, palette('job')],
  ['palette, a facility by a part of a name', facility, palette('person 3')],
  ['palette, jobs of a contractor by a text of every job', contractor, palette('job')],
  ['palette, a contractor by a part of a name', contractor, palette('person 1')],
  ['palette, a contractor by two letters that appear nowhere', contractor, palette('zx')],
  ['live metrics', admin, 'select * from public.admin_live_metrics'],
  ['all bids, newest first, a page of 25', admin, pageOf('bids', 0)],
  ['all bids, the 20,000th page', admin, pageOf('bids', 500_000)],
  ['number of bids', admin, 'select count(*) from public.bids'],
  ['number of rejected bids', admin, "select count(*) from public.bids where status = 'rejected'"],
  ['all bids by amount', admin, 'select id from public.bids order by amount desc, id limit 25'],
  ['bids of a few jobs by title', admin, "select id from public.admin_search_bids('job 12345')"],
  ['bids by a text of every job', admin, "select id from public.admin_search_bids('job')"],
  ['bids of a contractor by name', admin, "select id from public.admin_search_bids('person 1500')"],
  ['all jobs, the 6,000th page', admin, pageOf('jobs', 150_000)],
  ['number of jobs', admin, 'select count(*) from public.jobs'],
  ['jobs by title', admin, "select id from public.admin_search_jobs('job 12345')"],
  ['jobs by a text of every job', admin, "select id from public.admin_search_jobs('job')"],
  ['all payments, the 4,000th page', admin, pageOf('payments', 100_000)],
  ['number of payments', admin, 'select count(*) from public.payments'],
  ['payments by title', admin, "select id from public.admin_search_payments('job 12345')"],
  ['payments by a text of every job', admin, "select id from public.admin_search_payments('job')"],
  [
    'open items of an admin, the newest four',
    admin,
    'select * from public.dashboard_waiting order by since desc, id limit 4',
  ],
  ['the page of a contractor', admin, `select * from public.admin_user_overview(${contractor})`],
  ['the page of a facility', admin, `select * from public.admin_user_overview(${facility})`],
  [
    'the activity of a contractor',
    admin,
    `select * from public.admin_user_activity(${contractor})`,
  ],
  ['the activity of a facility', admin, `select * from public.admin_user_activity(${facility})`],
  [
    'entries about and by an admin, a page of 25',
    admin,
    keysOfEntries('', `where actor_id = ${admin} or subject = ${admin}::text`),
  ],
  ['how much waits for an admin', admin, 'select count(*) from public.dashboard_waiting'],
]

/** Returns the queries of the list and the map on which contractors find work. */
function availableJobs(): [string, string, string][] {
  const find = (name: string, search: string): [string, string, string] => [
    `${name}, a page of 20`,
    contractor,
    `select * from public.find_available_jobs(${search}size => 20)`,
  ]
  return [
    find('available jobs within 30 miles', 'within_miles => 30, '),
    find('available jobs within 200 miles, the 100th page', 'within_miles => 200, skip => 2000, '),
    find('available jobs, nearest first', 'by_distance => true, '),
    find('available jobs without a town', "town => '', "),
    find('available jobs by a rare word, best match first', "'job 12345', by_relevance => true, "),
    find('available jobs by a beginning, best match first', "'job 12', by_relevance => true, "),
    find('available jobs by a word of all, best match first', "'mend', by_relevance => true, "),
    find('available jobs by a word within 30 miles', "'mend', within_miles => 30, "),
    ['towns of the map', contractor, 'select * from public.available_job_towns()'],
    [
      'towns of the map, by a word of all jobs',
      contractor,
      "select * from public.available_job_towns('mend')",
    ],
  ]
}

/** Returns the query that an admin list sends for the ids of one page. */
function pageOf(table: string, offset: number) {
  return `select id from public.${table} order by created_at desc, id limit 25 offset ${offset}`
}

/** Returns the query of the command palette. */
function palette(text: string) {
  return `select * from public.search_objects('${text}')`
}

function keysOfEntries(part: string, condition = '') {
  return `select id from public.admin_audit_entries ${condition} order by at desc, id limit 25 ${part}`
}

async function main() {
  const { host, stop } = await startCluster()
  const connection = { host, user: 'postgres', database: 'postgres' }
  const pool = quietPool(connection)
  await apply(pool, await readRelease('supabase'))
  await pool.query("update private.settings set value = 'off' where name = 'require_admin_mfa'")
  await makeMarket(pool, market, { withTalk: true })
  await addOffice(pool, market, idlers)
  await pool.query('vacuum analyze')
  const client = new Client(connection)
  await client.connect()
  const [load = 0] = loadavg()
  const rows: string[] = []
  for (const question of queries) rows.push(await measure(client, ...question))
  await client.end()
  await pool.end()
  await stop()
  const head = `# Plans at 100,000 users, 300,000 jobs, 1,000,000 bids and 300,000 entries of the audit log

Written by \`node bench/plans.ts\`. Milliseconds, medians of nine warm runs, at a load average of ${load.toFixed(1)} before.

| Query | ms |
|---|---:|
`
  await writeFile('bench/results/plans.md', `${head}${rows.join('\n')}\n`)
  process.stdout.write(`${rows.join('\n')}\n`)
}

async function measure(client: Client, name: string, person: string, statement: string) {
  const times: number[] = []
  await client.query('begin')
  await client.query(
    `select set_config('request.jwt.claims', json_build_object('sub', ${person}, 'role', 'authenticated')::text, true)`,
  )
  await client.query('set local role authenticated')
  for (let run = 0; run < 10; run += 1) {
    const start = performance.now()
    await client.query(statement)
    times.push(performance.now() - start)
  }
  await client.query('rollback')
  const [, ...warm] = times
  return `| ${name} | ${(warm.toSorted((a, b) => a - b)[4] ?? 0).toFixed(1)} |`
}

await main()
