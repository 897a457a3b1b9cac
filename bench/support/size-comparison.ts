// Compares the same reads in a market of 1,000 jobs and in one of 1,000,000 jobs. Each market has
// its own server. The two servers run at the same time, and the measurements take turns.
import { liftLimitsOn } from '../../tests/support/lift-limits.ts'
import type { CaseName } from './cases.ts'
import type { LoadResult } from './load-messages.ts'
import { startLoad } from './load-process.ts'
import { makeMarket, type Market, marketOf } from './market.ts'
import { openSessions } from './people.ts'
import { startProduct } from './product.ts'
import { medianOf } from './rounds.ts'

/** A job has three bids on average. */
const bidsOfJobs = [0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 6]
const sizes = [1000, 1_000_000] as const
const rounds = 7

export interface SizeResult {
  name: CaseName
  clients: number
  /** The times are in milliseconds. `bytes` is the size of the longest response. */
  small: { p50: number; p99: number; bytes: number }
  large: { p50: number; p99: number; bytes: number }
  ratio: number
}

export async function compareSizes(printLine: (line: string) => void): Promise<SizeResult[]> {
  const running: Awaited<ReturnType<typeof openMarket>>[] = []
  try {
    for (const size of sizes) {
      printLine(`making a market of ${size.toLocaleString('en')} jobs`)
      running.push(await openMarket(marketOf(size, bidsOfJobs)))
    }
    const [small, large] = running
    if (!small || !large) throw new Error('There are no markets.')
    const results: SizeResult[] = []
    for (const name of ['jobs', 'bids'] as const) {
      for (const clients of [1, 16]) {
        printLine(`${name}, ${clients} at once`)
        results.push(await inTurns(name, clients, small.load, large.load))
      }
    }
    return results
  } finally {
    for (const { stop } of running) await stop()
  }
}

async function openMarket(market: Market) {
  const product = await startProduct()
  const { pool, port, socketFolder, keys } = product
  try {
    await makeMarket(pool, market, { withTalk: false })
    await openSessions(pool)
    await pool.query('vacuum analyze')
    await pool.query('checkpoint')
    await liftLimitsOn(pool)
  } catch (error) {
    await product.stop()
    throw error
  }
  const load = startLoad({ kind: 'gateway', port, socketFolder, market, keys })
  const stop = async () => {
    load.stop()
    await product.stop()
  }
  return { load, stop }
}

type Load = ReturnType<typeof startLoad>

async function inTurns(
  name: CaseName,
  clients: number,
  small: Load,
  large: Load,
): Promise<SizeResult> {
  const order = { name, load: { connections: clients, warmUp: 0.5, seconds: 2 } }
  const pairs: { small: LoadResult; large: LoadResult }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const pair = { small: await small.run(order), large: await large.run(order) }
    for (const { failed, failure } of [pair.small, pair.large]) {
      if (failed > 0) throw new Error(failure)
    }
    // The first round is only a warm-up.
    if (round > 0) pairs.push(pair)
  }
  const summary = (turnOf: (pair: { small: LoadResult; large: LoadResult }) => LoadResult) => ({
    p50: medianOf(pairs, (pair) => turnOf(pair).p50),
    p99: medianOf(pairs, (pair) => turnOf(pair).p99),
    bytes: Math.max(...pairs.map((pair) => turnOf(pair).bytes)),
  })
  return {
    name,
    clients,
    small: summary((pair) => pair.small),
    large: summary((pair) => pair.large),
    ratio: medianOf(pairs, (pair) => pair.large.p50 / pair.small.p50),
  }
}
