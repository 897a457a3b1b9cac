// Measures how many emails a second the server sends to a mail server without latency, and to one that takes 250 ms for
// each email. Writes bench/results/mail.md.
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import type { Pool } from 'pg'
import { until } from '../tests/support/until.ts'
import { startMailSink } from './support/mail-sink.ts'
import { type Product, startProduct } from './support/product.ts'
import { cpuOf, processFamily } from './support/usage.ts'

interface Load {
  kind: 'mail' | 'notification_email'
  latencyMs: number
  emails: number
  /** The minimum number of emails a second. */
  bar: number
}

const loads: readonly Load[] = [
  { kind: 'mail', latencyMs: 0, emails: 4000, bar: 200 },
  { kind: 'mail', latencyMs: 250, emails: 600, bar: 60 },
  { kind: 'notification_email', latencyMs: 0, emails: 4000, bar: 200 },
  { kind: 'notification_email', latencyMs: 250, emails: 600, bar: 60 },
]

/** The figures of commit 97696a8e, which kept a transaction open for each email. */
const before = [
  '| mail, 0 ms | 4000 | 226 | 200 | 0 | 2 | 2 | 2.8 | 2.0 |',
  '| mail, 250 ms | 600 | 8 | 60 | 0 | 2 | 2 | 6.0 | 9.6 |',
  '| notification_email, 0 ms | 4000 | 106 | 200 | 0 | 2 | 2 | 3.8 | 5.7 |',
  '| notification_email, 250 ms | 600 | 8 | 60 | 0 | 2 | 2 | 5.6 | 13.5 |',
]

export async function measureMail() {
  const [load = 0] = loadavg()
  const sink = await startMailSink()
  const product = await startProduct({ SMTP_URL: sink.url, SITE_URL: 'http://localhost' })
  try {
    await addPeople(product.pool, Math.max(...loads.map(({ emails }) => emails)))
    const rows: string[] = []
    for (const one of loads) rows.push(await measure(product, sink, one))
    const report = reportOf(rows, load)
    await writeFile(new URL('results/mail.md', import.meta.url), report)
    process.stdout.write(report)
  } finally {
    await product.stop()
    await sink.close()
  }
}

async function addPeople(pool: Pool, count: number) {
  await pool.query(`
    insert into auth.users (id, email, raw_app_meta_data)
      select gen_random_uuid(), 'person' || n || '@work.example',
             jsonb_build_object('role', case when n = 0 then 'facility' else 'contractor' end)
      from generate_series(0, ${count}) as n;
    insert into public.jobs (facility_id, title, description, budget, category)
      select id, 'Mend the roof', 'It leaks above the loading dock.', 100, 'Roofing'
      from public.profiles where role = 'facility'`)
  await pool.query('vacuum analyze')
}

type Sink = Awaited<ReturnType<typeof startMailSink>>

async function measure({ pool, pid, postgresPid }: Product, sink: Sink, load: Load) {
  const { kind, latencyMs, emails, bar } = load
  sink.reset(latencyMs)
  const readCpu = async () => [await cpuOf([pid]), await cpuOf(await processFamily(postgresPid))]
  await queueEmails[kind](pool, emails)
  const startedAt = performance.now()
  const cpuBefore = await readCpu()
  let openTransactions = 0
  await until(async () => {
    openTransactions = Math.max(openTransactions, await countOpenTransactions(pool))
    return sink.received.length >= emails
  }, 600_000)
  const seconds = (sink.lastAt() - startedAt) / 1000
  await until(async () => (await countWaiting(pool)) === 0)
  const cpuAfter = await readCpu()
  const cpu = cpuAfter.map((value, index) => (value - (cpuBefore[index] ?? 0)) / emails)
  const repeated = sink.received.length - new Set(sink.received).size
  const rate = emails / seconds
  const cells = [`${kind}, ${latencyMs} ms`, emails, rate.toFixed(0), bar, repeated]
  const costs = [sink.maxConnections(), openTransactions, ...cpu.map((value) => value.toFixed(1))]
  return `| ${[...cells, ...costs].join(' | ')} |`
}

const queueEmails = {
  mail: async (pool: Pool, emails: number) => {
    await pool.query(
      `insert into private.outbox (kind, payload)
       select 'mail', jsonb_build_object('kind', 'password-changed', 'to', address, 'values', jsonb_build_object('email', address))
       from (select 'person' || n || '@work.example' as address from generate_series(1, $1) as n) as addresses`,
      [emails],
    )
    await pool.query("select pg_notify('outbox', '')")
  },
  notification_email: async (pool: Pool, emails: number) => {
    await pool.query(
      `do $$ begin
         perform app.notify('job_removed', p.id, gen_random_uuid(), j.id, null, j.facility_id)
           from (select id from public.profiles where role = 'contractor' limit ${emails}) p, public.jobs j;
         perform app.create_notification_email(recipient_id, array_agg(id)) from public.notices
           where mail_at is not null group by recipient_id;
         update public.notices set mail_at = null where mail_at is not null;
       end $$`,
    )
  },
}

async function countWaiting(pool: Pool) {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from private.outbox where done_at is null',
  )
  return rows[0]?.count ?? 0
}

/** Counts the transactions that wait for the server while nothing runs in them. */
async function countOpenTransactions(pool: Pool) {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where state = 'idle in transaction' and now() - state_change > interval '20 ms'`,
  )
  return rows[0]?.count ?? 0
}

function reportOf(rows: string[], load: number) {
  return `# Emails

Written by \`npm run bench -- mail\` on ${new Date().toISOString().slice(0, 10)}.

Emails are added to the outbox in one transaction, and the server sends them to a mail server on loopback, which takes 0
or 250 ms to accept each one. \`mail\` is an account email. The text of \`notification_email\` is written by SQL when it is
sent. The server, its embedded PostgreSQL and the mail server share 2 cores. The server has its default settings. The
time runs until the last email has arrived. The bars: at least 200 emails a second without latency and 60 with 250 ms,
and none is repeated.

The load average in the minute before was ${load.toFixed(1)}. Other load makes the times longer.

\`connections\` is the maximum number of connections to the mail server. \`open transactions\` is the maximum number of
transactions that waited for longer than 20 ms while nothing ran in them. The last two columns are the processor time of
an email.

| | emails | a second | bar | repeated | connections | open transactions | server ms | PostgreSQL ms |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.join('\n')}

Before (commit 97696a8e), each email kept a transaction open:

| | emails | a second | bar | repeated | connections | open transactions | server ms | PostgreSQL ms |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${before.join('\n')}
`
}
