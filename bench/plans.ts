// What the product's screens ask of a large market, and how long the database takes: medians of nine, warm,
// under the person's rights. Writes bench/results/plans.md.
import { writeFile } from 'node:fs/promises'
import { Client } from 'pg'
import { readRelease } from '../server/src/database/release/sql-files.ts'
import { quietPool } from '../server/tests/support/quiet-pool.ts'
import { apply } from '../server/tests/support/release.ts'
import { startCluster } from '../server/tests/support/test-cluster.ts'
import { makeMarket, type Market } from './support/market.ts'

const market: Market = {
  jobs: 300_000,
  facilities: 1000,
  contractors: 2000,
  bidsOfJobs: [4, 3, 3],
}

const facility = "md5('person7')::uuid"
const contractor = "md5('person1500')::uuid"
const admin = "md5('person3201')::uuid"
const ninetyDays = '(current_date - 89, current_date)'

const questions: [name: string, person: string, statement: string][] = [
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
    'own bids with the number of others, a page of 50',
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
  ['new people of 90 days', admin, `select * from public.get_user_growth${ninetyDays}`],
  ['jobs and bids of 90 days', admin, `select * from public.get_job_analytics${ninetyDays}`],
  ['categories', admin, 'select * from public.get_job_categories()'],
  ['live figures', admin, 'select * from public.admin_live_metrics'],
]

async function main() {
  const { host, stop } = await startCluster()
  const connection = { host, user: 'postgres', database: 'postgres' }
  const pool = quietPool(connection)
  await apply(pool, await readRelease('supabase'))
  await pool.query("update private.settings set value = 'off' where name = 'require_admin_mfa'")
  await makeMarket(pool, market, { withTalk: true })
  await pool.query('vacuum analyze')
  const client = new Client(connection)
  await client.connect()
  const rows: string[] = []
  for (const question of questions) rows.push(await measure(client, ...question))
  await client.end()
  await pool.end()
  await stop()
  const head =
    '# Plans at 300,000 jobs and 1,000,000 bids\n\nWritten by `node bench/plans.ts`. Milliseconds, median of nine, warm.\n\n| Question | ms |\n|---|---:|\n'
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
