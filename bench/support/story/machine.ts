// Measures the processor time and the memory of a round, and reads the server's metrics.
import type { Product } from '../product.ts'
import { cpuOf, processFamily, memoryOf, residentMemoryOf } from '../usage.ts'
import type { Figures, StoryCommand } from './story-messages.ts'

interface Cost {
  /** Processor time in percent of one core. */
  gateway: number
  postgres: number
  /** Event loop delay of the server in milliseconds: the 99th percentile and the maximum. */
  lagMs: number
  maxLagMs: number
  /** The peak memory of the gateway, and the memory of PostgreSQL at the end, in megabytes. */
  memoryMegabytes: number
  postgresMegabytes: number
  /** The maximum number of requests that waited for a database connection at the same time. */
  waitingRequests: number
}

export interface RoundResult {
  command: StoryCommand
  figures: Figures
  cost: Cost
  /** The comparison of lists after the round. */
  lists?: Figures
}

const sampleIntervalMs = 500

export async function measureCost<Result>(
  product: Product,
  token: string,
  action: () => Promise<Result>,
) {
  const { pid, postgresPid, port } = product
  const peak = { memoryMegabytes: 0, waitingRequests: 0, lagMs: 0, maxLagMs: 0 }
  const sample = async () => {
    const metrics = await readMetrics(port, token)
    const figure = (name: string) => Number(metrics.get(name) ?? 0)
    const waitingRequests = figure('database_pool_connections{pool="requests",state="waiting"}')
    peak.memoryMegabytes = Math.max(peak.memoryMegabytes, await residentMemoryOf(pid))
    peak.waitingRequests = Math.max(peak.waitingRequests, waitingRequests)
    // Each request for the metrics resets the server's histogram, so keep the maximum here.
    peak.lagMs = Math.max(peak.lagMs, figure('nodejs_eventloop_lag_p99_seconds') * 1000)
    peak.maxLagMs = Math.max(peak.maxLagMs, figure('nodejs_eventloop_lag_max_seconds') * 1000)
  }
  const readUsage = async () => ({
    gateway: await cpuOf([pid]),
    postgres: await cpuOf(await processFamily(postgresPid)),
    at: performance.now(),
  })
  await readMetrics(port, token)
  const before = await readUsage()
  let sampling = Promise.resolve()
  const timer = setInterval(() => {
    sampling = sampling.then(sample)
  }, sampleIntervalMs)
  const result = await action()
  clearInterval(timer)
  await sampling
  const after = await readUsage()
  const share = (name: 'gateway' | 'postgres') =>
    (100 * (after[name] - before[name])) / (after.at - before.at)
  const cost: Cost = {
    ...peak,
    gateway: share('gateway'),
    postgres: share('postgres'),
    postgresMegabytes: await memoryOf(await processFamily(postgresPid)),
  }
  return { result, cost }
}

async function readMetrics(port: number, token: string) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const lines = (await response.text()).split('\n').filter((line) => !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const index = line.lastIndexOf(' ')
      return [line.slice(0, index), line.slice(index + 1)]
    }),
  )
}
