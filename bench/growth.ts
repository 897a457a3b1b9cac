// Compares response times in a small and in a large market. The small market has a thousand jobs.
// The large one has a million jobs, ten million messages and three million bids. Each measured user
// has the same number of jobs in both markets. Each market has its own server, and the two servers
// take turns. This benchmark runs only as `npm run bench -- growth`, because filling the markets
// takes half an hour and 12 GB. Writes bench/results/growth.md.
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import type { Pool } from 'pg'
import { liftLimitsOn } from '../tests/support/lift-limits.ts'
import { type RunQuery, queryRunner } from './support/growth/query-runner.ts'
import { screensOf } from './support/growth/queries.ts'
import { fillLargeMarket, largeMarketOf } from './support/large-market.ts'
import type { Market } from './support/market.ts'
import { openSessions } from './support/people.ts'
import { startProduct } from './support/product.ts'
import type { Query } from './support/story/dashboards.ts'
import { table } from './support/tables.ts'

const sizes = [1000, 1_000_000] as const
const maxGrowth = 1.5
/** A query that is faster than this in the large market may grow more. */
const fastMs = 10
const warmUpRounds = 2
const maxRounds = 100
const minRounds = 7
/** After this time, a query gets no further round if it has had `minRounds` rounds. */
const timeLimitMs = 2000

const results = new URL('results/growth.md', import.meta.url)
const explanationHeading = '## Explanations (by hand)'

/**
 * Reads the explanation from the previous results. Somebody wrote it by hand, so the new results
 * must keep it.
 */
async function readExplanation() {
  const [, explanation = '\n'] = (await readFile(results, 'utf8').catch(() => '')).split(
    explanationHeading,
  )
  return explanation
}

// @covers operations.growth
export async function measureGrowth() {
  const running: Awaited<ReturnType<typeof openMarket>>[] = []
  try {
    for (const size of sizes) {
      process.stderr.write(`making a market of ${size.toLocaleString('en')} jobs\n`)
      running.push(await openMarket(largeMarketOf(size)))
    }
    const [small, large] = running
    if (!small || !large) throw new Error('There are no markets.')
    const [load = 0] = loadavg()
    const sections: string[] = []
    for (const [percentile, { name, person, queries }] of small.screens.entries()) {
      const largeScreen = large.screens[percentile]
      if (!largeScreen) throw new Error(`${name} is in one market only.`)
      const runners: [RunQuery, RunQuery] = [
        small.runnerFor(person),
        large.runnerFor(largeScreen.person),
      ]
      const rows: string[][] = []
      for (const [index, query] of queries.entries()) {
        rows.push(await compareQuery(runners, [query, largeScreen.queries[index] ?? query]))
      }
      sections.push(sectionOf(name, rows))
    }
    const measured = reportOf(sections, await sizesOf(large.pool), load)
    const report = `${measured}\n${explanationHeading}${await readExplanation()}`
    await writeFile(results, report)
    process.stdout.write(report)
  } finally {
    for (const { stop } of running) await stop()
  }
}

async function openMarket(market: Market) {
  const product = await startProduct()
  const { pool, port, keys, stop } = product
  try {
    await fillLargeMarket(pool, market, async () => {
      await openSessions(pool)
      await pool.query("update private.settings set value = 'off' where name = 'require_admin_mfa'")
      await liftLimitsOn(pool)
    })
  } catch (error) {
    await stop()
    throw error
  }
  const runnerFor = (person: number) => queryRunner(port, person, keys)
  return { pool, screens: screensOf(market), runnerFor, stop }
}

/**
 * Sends a query to each market in turn. Returns a table row with the times in the small market, the
 * times in the large market, and their ratio.
 */
async function compareQuery(runners: [RunQuery, RunQuery], queries: [Query, Query]) {
  const times: [number[], number[]] = [[], []]
  const start = performance.now()
  const isEnough = (round: number) =>
    round >= minRounds + warmUpRounds && performance.now() - start > timeLimitMs
  for (let round = 0; round < maxRounds + warmUpRounds && !isEnough(round); round += 1) {
    for (const side of [0, 1] as const) {
      const durationMs = await runners[side](queries[side])
      if (round >= warmUpRounds) times[side].push(durationMs)
    }
  }
  const [small, large] = times.map(percentilesOf)
  const ratio = (large?.p50 ?? Number.NaN) / (small?.p50 ?? Number.NaN)
  const isMet = ratio <= maxGrowth || (large?.p50 ?? Number.NaN) < fastMs
  return [
    queries[0].name,
    ...[small, large].flatMap((side) =>
      [side?.p50, side?.p99].map((time) => time?.toFixed(1) ?? '–'),
    ),
    isMet ? `${ratio.toFixed(2)}×` : `**${ratio.toFixed(2)}×**`,
  ]
}

function percentilesOf(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)]
  return { p50: percentile(0.5), p99: percentile(0.99) }
}

async function sizesOf(pool: Pool) {
  const { rows } = await pool.query<{ name: string; rows: string; size: string }>(`
    select relname as name, reltuples::bigint::text as rows, pg_size_pretty(pg_total_relation_size(oid)) as size
    from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'app'::regnamespace)
    order by pg_total_relation_size(oid) desc limit 8`)
  return table(
    ['Table', 'rows', 'with its indexes'],
    rows.map((row) => [row.name, Number(row.rows).toLocaleString('en'), row.size]),
  )
}

function sectionOf(name: string, rows: string[][]) {
  const head = ['', 'small: p50 ms', 'p99 ms', 'large: p50 ms', 'p99 ms', 'p50 grows']
  return `## ${name}\n\n${table(head, rows)}`
}

function reportOf(sections: string[], tables: string, load: number) {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `# From a thousand jobs to a million

Written by \`npm run bench -- growth\` on ${new Date().toISOString().slice(0, 10)}. ${availableParallelism()} cores and ${gigabytes} GB, shared by the clients, the
gateway and PostgreSQL (embedded, shared_buffers 128 MB), at a load average of ${load.toFixed(1)} before. The same users have the same
share of 1,000 and of 1,000,000 jobs: three facilities, two contractors, a consultant and an admin. Each line is a
request of the web app to the running server. The small and the large market take turns, ${minRounds} to ${maxRounds} times each. The bar:
p50 grows at most ${maxGrowth}×, or is below ${fastMs} ms in the large market. Lines that miss it are bold.

${tables}

${sections.join('\n\n')}
`
}
