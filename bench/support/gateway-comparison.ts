// Compares reads and inserts through the gateway with the gateway's SQL statements, sent straight
// to PostgreSQL. The market has 10,000 jobs.
import { setTimeout as sleep } from 'node:timers/promises'
import { liftLimitsOn } from '../../tests/support/lift-limits.ts'
import { type CaseName, sequenceOf } from './cases.ts'
import { floorStatements } from './floor-statements.ts'
import { startLoad } from './load-process.ts'
import { makeMarket, marketOf } from './market.ts'
import { type Comparisons, measureRounds } from './measure.ts'
import { openSessions } from './people.ts'
import { findPgbench } from './pgbench.ts'
import { insertScript, readScripts } from './pgbench-scripts.ts'
import { type Product, startProduct } from './product.ts'
import { shareOfOtherProcesses, type Summary } from './rounds.ts'
import { formatWhole } from './tables.ts'
import { processFamily, memoryOf, residentMemoryOf } from './usage.ts'

/** A job has five bids on average. Some jobs have none and some have many. */
const market = marketOf(10_000, [0, 1, 2, 3, 3, 4, 5, 6, 8, 10, 13])
/**
 * Sixteen clients get the most rounds, because the required results apply to that number of
 * clients.
 */
const roundsPerClients = [
  { clients: 1, rounds: 2 },
  { clients: 16, rounds: 7 },
  { clients: 64, rounds: 2 },
]

/**
 * The benchmark waits this long before it measures the memory of the idle gateway. The operating
 * system needs some seconds to take back memory that the start freed.
 */
const pauseAfterStartMs = 15_000

export interface CaseResult {
  name: CaseName
  path: string
  bytes: number
  summaries: Summary[]
}

export interface Comparison {
  cases: CaseResult[]
  postgresVersion: string
  /** Memory in megabytes. */
  memory: { idleGateway: number; gateway: number; postgres: number }
}

export async function compareWithFloor(names: CaseName[], printLine: (line: string) => void) {
  const product = await startProduct()
  try {
    return await compare(product, names, printLine)
  } finally {
    await product.stop()
  }
}

async function compare(product: Product, names: CaseName[], printLine: (line: string) => void) {
  const { pool, port, socketFolder, keys } = product
  await sleep(pauseAfterStartMs)
  const idleGateway = await residentMemoryOf(product.pid)
  await makeMarket(pool, market, { withTalk: true })
  await openSessions(pool)
  await pool.query('vacuum analyze')
  await liftLimitsOn(pool)
  const target = { port, socketFolder, market, keys }
  const contestants: Comparisons = {
    product,
    gateway: startLoad({ ...target, kind: 'gateway' }),
    loop: startLoad({ ...target, kind: 'loop' }),
    pgbench: findPgbench(),
  }
  try {
    const cases: CaseResult[] = []
    for (const name of names) cases.push(await measureCase(contestants, name, printLine))
    const { rows } = await pool.query<{ version: string }>(
      "select current_setting('server_version') as version",
    )
    const memory = {
      idleGateway,
      gateway: await residentMemoryOf(product.pid),
      postgres: await memoryOf(await processFamily(product.postgresPid)),
    }
    return { cases, memory, postgresVersion: rows[0]?.version ?? '' }
  } finally {
    contestants.gateway.stop()
    contestants.loop.stop()
  }
}

async function measureCase(
  contestants: Comparisons,
  name: CaseName,
  printLine: (line: string) => void,
): Promise<CaseResult> {
  const { port, pool, keys } = contestants.product
  const { requests: all } = sequenceOf(name, market, keys, `127.0.0.1:${port}`)
  const statementsFor = await floorStatements(pool, keys)
  const [first] = all
  if (!first) throw new Error('There is nothing to ask.')
  const scripts =
    name === 'insert'
      ? insertScript(await statementsFor(first), market.facilities + 1, market)
      : readScripts(await Promise.all(all.map(statementsFor)))
  const summaries: Summary[] = []
  for (const { clients, rounds } of roundsPerClients) {
    printLine(`${name}, ${clients} at once`)
    const load = { connections: clients, warmUp: 1, seconds: 3 }
    const measured = await measureRounds(contestants, scripts, { name, load }, rounds)
    printLine(
      `  other programs took ${formatWhole(100 * shareOfOtherProcesses(measured))} % of the processor time`,
    )
    summaries.push({ clients, rounds: measured })
  }
  const bytes = Math.max(
    ...summaries.flatMap(({ rounds }) => rounds.map(({ gateway }) => gateway.bytes)),
  )
  return { name, path: first.path, bytes, summaries }
}
