// Measures the requests of ordinary users while ten other users try to stall the server. Writes
// bench/results/hostile.md.
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, attack, readAttacks, writeAttacks } from './support/attacks.ts'
import { makeMarket, marketOf } from './support/market.ts'
import { raiseLimits, type Times, useApp } from './support/ordinary-user.ts'
import { openSessions } from './support/people.ts'
import { type Product, startProduct } from './support/product.ts'

const attackers = 10
const victims = 8
const seconds = 25
const barMs = 500

const market = marketOf(20_000, [0, 1, 2, 3])

const before = [
  '| nobody | 2148 | 20 | 146 | 713 | 1074 | 15 | 125 | 248 | 0 |  |',
  '| ten with slow reads | 32 | 10298 | 10401 | 10401 | 16 | 3490 | 3719 | 3719 | 16 | 200: 12, 504: 103 |',
  '| ten with refused writes | 16 | 8176 | 13764 | 13764 | 8 | 10863 | 11487 | 11487 | 12 | 403: 10, 429: 9, 504: 77 |',
  '| ten with both | 18 | 10202 | 10572 | 10572 | 9 | 9015 | 10005 | 10005 | 15 | 200: 6, 504: 96, 403: 7, 429: 3 |',
]

export async function measureHostile() {
  const [load = 0] = loadavg()
  const product = await startProduct()
  try {
    await prepareMarket(product)
    const rows = [
      await measure(product, 'nobody', []),
      await measure(product, 'ten with slow reads', readAttacks),
      await measure(product, 'ten with refused writes', writeAttacks),
      await measure(product, 'ten with both', [...readAttacks, ...writeAttacks]),
    ]
    const report = reportOf(rows, load)
    await writeFile(new URL('results/hostile.md', import.meta.url), report)
    process.stdout.write(report)
  } finally {
    await product.stop()
  }
}

/**
 * Creates a market with long texts in profiles and open jobs. The attacks search these texts with
 * regular expressions, which is slow.
 */
async function prepareMarket({ pool }: Product) {
  await makeMarket(pool, market, { withTalk: true })
  await openSessions(pool)
  await raiseLimits(pool)
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    update public.jobs set description = repeat(md5(id::text) || ' ', 60) where status = 'open';
    update public.profiles set bio = repeat(md5(id::text) || ' ', 60);
    commit`)
  await pool.query('vacuum analyze')
}

async function measure(product: Product, name: string, attacks: readonly Attack[]) {
  const times: Times = { reads: [], writes: [], keyedWrites: [], failures: [] }
  const statuses = new Map<number, number>()
  const ending = new AbortController()
  const { signal } = ending
  const running = Promise.all([
    ...numbers(attacks.length === 0 ? 0 : attackers).map((index) =>
      attack(product, personAt(index), attacks, statuses, signal),
    ),
    ...numbers(victims).map((index) => useApp(product, personAt(20 + index), times, signal)),
  ])
  await sleep(seconds * 1000)
  ending.abort()
  await running
  return rowOf(name, times, statuses)
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/**
 * Returns the number of a facility for even indexes, and the number of a contractor for odd
 * indexes.
 */
function personAt(index: number) {
  return index % 2 === 0 ? 1 + index : market.facilities + 1 + index
}

function rowOf(name: string, times: Times, statuses: Map<number, number>) {
  const { reads, writes, keyedWrites, failures } = times
  process.stderr.write(`${name}: ${[...new Set(failures)].join(', ') || 'no failures'}\n`)
  const cells = [reads, writes, keyedWrites].flatMap((values) => [
    values.length,
    quantile(values, 0.5),
    quantile(values, 0.99),
    quantile(values, 1),
  ])
  const answers = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
  return `| ${[name, ...cells, failures.length, answers].join(' | ')} |`
}

function quantile(values: number[], part: number) {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}

function reportOf(rows: string[], load: number) {
  return `# Users who try to stall the server

Written by \`npm run bench -- hostile\` on ${new Date().toISOString().slice(0, 10)}.

${victims} ordinary users read lists, write settings, send messages and place bids, with pauses of a tenth of a second. The
messages and bids are keyed writes: single rows with an Idempotency-Key, whose transactions take several round trips. At
the same time ten other accounts keep eight requests each open: regular expressions with back references, embeds that go around between jobs and
profiles, hundreds of patterns, inserts of 6,000 jobs and updates by a regular expression. The clients and the server
share 2 cores. Each row is ${seconds} s, and it starts with accounts whose database time is unused or nearly so. The bar:
p99 of reads and of both kinds of writes ≤ ${barMs} ms, nothing failed. Times are in ms.

The load average in the minute before was ${load.toFixed(1)}. Other load makes the times longer.

| attackers | reads | p50 | p99 | longest | writes | p50 | p99 | longest | keyed writes | p50 | p99 | longest | failed | responses to attackers |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|
${rows.join('\n')}

Before database time was shared between users (0040), on the same machine and without messages and bids:

| attackers | reads | p50 | p99 | longest | writes | p50 | p99 | longest | failed | responses to attackers |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|
${before.join('\n')}
`
}
