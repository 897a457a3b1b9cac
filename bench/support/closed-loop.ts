// Measures connections that send each request only after the previous response.
import type { LoadCommand, LoadResult } from './load-messages.ts'

export interface Reply {
  failure: string | undefined
  bytes: number
}

export interface Connection {
  send: (index: number) => void
  close: () => void
}

export type Open = (onReply: (reply: Reply) => void) => Promise<Connection>

export async function closedLoop(open: Open, load: LoadCommand['load']): Promise<LoadResult> {
  const { connections, warmUp, seconds } = load
  const times: number[] = []
  const result: Pick<LoadResult, 'requests' | 'failed' | 'failure' | 'bytes'> = {
    requests: 0,
    failed: 0,
    bytes: 0,
  }
  let next = 0
  let start = 0
  let end = 0

  const run = async () => {
    const done = Promise.withResolvers<undefined>()
    let sent = 0
    const sendNext = () => {
      sent = performance.now()
      result.requests += 1
      connection.send(next++)
    }
    const connection = await open(({ failure, bytes }) => {
      const now = performance.now()
      if (failure !== undefined) {
        result.failed += 1
        result.failure ??= failure
      }
      if (bytes > result.bytes) result.bytes = bytes
      if (now >= start && now < end) times.push(now - sent)
      if (now < end) sendNext()
      else done.resolve(undefined)
    })
    return { ask: sendNext, done: done.promise, close: connection.close }
  }

  const clients = await Promise.all(Array.from({ length: connections }, run))
  const cpu = process.cpuUsage()
  start = performance.now() + warmUp * 1000
  end = start + seconds * 1000
  for (const client of clients) client.ask()
  await Promise.all(clients.map((client) => client.done))
  const { user, system } = process.cpuUsage(cpu)
  for (const client of clients) client.close()
  times.sort((a, b) => a - b)
  return {
    ...result,
    perSecond: times.length / seconds,
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    cpuMs: (user + system) / 1000,
  }
}
