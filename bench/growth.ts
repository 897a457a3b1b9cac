// Compares response times in a market of a thousand jobs with those in a market of a million jobs,
// ten million messages and three million bids. The measured users have the same number of jobs in
// both markets. The two servers take turns. This benchmark runs only as `npm run bench -- growth`,
// because filling the markets takes half an hour and 12 GB. Writes bench/results/growth.md.
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
const mostGrowth = 1.5
const warmUps = 2
const mostTurns = 100
const fewestTurns = 7
/** Milliseconds after which no more rounds of a query start. */
const patience = 2000

const results = new URL('results/growth.md', import.meta.url)
const byHand = '## What grows, and why (by hand)'

/** Returns the explanation that somebody wrote by hand into the previous results. */
async function explained() {
  const [, words = '\n'] = (await readFile(results, 'utf8').catch(() => '')).split(byHand)
  return words
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
    for (const [at, { name, person, questions }] of small.screens.entries()) {
      const same = large.screens[at]
      if (!same) throw new Error(`${name} is in one market only.`)
      const asks: [RunQuery, RunQuery] = [small.askerOf(person), large.askerOf(same.person)]
      const rows: string[][] = []
      for (const [place, query] of questions.entries()) {
        rows.push(await inTurns(asks, [query, same.questions[place] ?? query]))
      }
      sections.push(sectionOf(name, rows))
    }
    const measured = reportOf(sections, await sizesOf(large.pool), load)
    const report = `${measured}\n${byHand}${await explained()}`
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
  const asker = (person: number) => queryRunner(port, person, keys)
  return { pool, screens: screensOf(market), askerOf: asker, stop }
}

/**
 * Sends a query to both markets in turn. Returns a table row with the times in the small market,
 * the times in the large market, and their ratio.
 */
async function inTurns(asks: [RunQuery, RunQuery], queries: [Query, Query]) {
  const times: [number[], number[]] = [[], []]
  const start = performance.now()
  const isEnough = (turn: number) =>
    turn >= fewestTurns + warmUps && performance.now() - start > patience
  for (let turn = 0; turn < mostTurns + warmUps && !isEnough(turn); turn += 1) {
    for (const side of [0, 1] as const) {
      const took = await asks[side](queries[side])
      if (turn >= warmUps) times[side].push(took)
    }
  }
  const [small, large] = times.map(figuresOf)
  const ratio = (large?.p50 ?? Number.NaN) / (small?.p50 ?? Number.NaN)
  const isMet = ratio <= mostGrowth
  return [
    queries[0].what,
    ...[small, large].flatMap((side) =>
      [side?.p50, side?.p99].map((time) => time?.toFixed(1) ?? '–'),
    ),
    isMet ? `${ratio.toFixed(2)}×` : `**${ratio.toFixed(2)}×**`,
  ]
}

function figuresOf(times: number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]
  return { p50: at(0.5), p99: at(0.99) }
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
request of the web app to the running server. The small and the large market take turns, ${fewestTurns} to ${mostTurns} times each. The bar:
p50 grows at most ${mostGrowth}×. Lines that miss it are bold.

${tables}

${sections.join('\n\n')}
`
}
