// Measures the processor time and the memory of a round, and reads the server's metrics.
import type { Product } from '../product.ts'
import { cpuOf, family, memoryOf, residentMemoryOf } from '../usage.ts'
import type { Figures, Order } from './orders.ts'

interface Cost {
  /** Processor time in percent of one core. */
  gateway: number
  postgres: number
  /** Event loop delay of the server in milliseconds: the 99th percentile and the maximum. */
  lag: number
  longestLag: number
  /** The peak memory of the gateway, and the memory of PostgreSQL at the end, in megabytes. */
  memory: number
  postgresMemory: number
  /** The maximum number of requests that waited for a database connection at once. */
  waiting: number
}

export interface Turn {
  order: Order
  figures: Figures
  cost: Cost
}

const lookEvery = 500

export async function costOf<Result>(product: Product, token: string, work: () => Promise<Result>) {
  const { pid, postgresPid, port } = product
  const seen = { memory: 0, waiting: 0, lag: 0, longestLag: 0 }
  const look = async () => {
    const told = await metricsOf(port, token)
    const figure = (name: string) => Number(told.get(name) ?? 0)
    const waiting = figure('database_pool_connections{pool="requests",state="waiting"}')
    seen.memory = Math.max(seen.memory, await residentMemoryOf(pid))
    seen.waiting = Math.max(seen.waiting, waiting)
    // Each request for the metrics resets the histogram.
    seen.lag = Math.max(seen.lag, figure('nodejs_eventloop_lag_p99_seconds') * 1000)
    seen.longestLag = Math.max(seen.longestLag, figure('nodejs_eventloop_lag_max_seconds') * 1000)
  }
  const used = async () => ({
    gateway: await cpuOf([pid]),
    postgres: await cpuOf(await family(postgresPid)),
    at: performance.now(),
  })
  await metricsOf(port, token)
  const before = await used()
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, lookEvery)
  const result = await work()
  clearInterval(timer)
  await looking
  const after = await used()
  const share = (name: 'gateway' | 'postgres') =>
    (100 * (after[name] - before[name])) / (after.at - before.at)
  const cost: Cost = {
    ...seen,
    gateway: share('gateway'),
    postgres: share('postgres'),
    postgresMemory: await memoryOf(await family(postgresPid)),
  }
  return { result, cost }
}

async function metricsOf(port: number, token: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const lines = (await answer.text()).split('\n').filter((line) => !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}
