// Measures connections that send each request only after the previous response.
import type { Order, Turn } from './load-messages.ts'

export interface Answered {
  failure: string | undefined
  bytes: number
}

export interface Connection {
  send: (index: number) => void
  close: () => void
}

export type Open = (answered: (answer: Answered) => void) => Promise<Connection>

export async function closedLoop(open: Open, load: Order['load']): Promise<Turn> {
  const { connections, warmUp, seconds } = load
  const times: number[] = []
  const turn: Pick<Turn, 'asked' | 'failed' | 'failure' | 'bytes'> = {
    asked: 0,
    failed: 0,
    bytes: 0,
  }
  let next = 0
  let start = 0
  let end = 0

  const run = async () => {
    const done = Promise.withResolvers<undefined>()
    let sent = 0
    const ask = () => {
      sent = performance.now()
      turn.asked += 1
      connection.send(next++)
    }
    const connection = await open(({ failure, bytes }) => {
      const now = performance.now()
      if (failure !== undefined) {
        turn.failed += 1
        turn.failure ??= failure
      }
      if (bytes > turn.bytes) turn.bytes = bytes
      if (now >= start && now < end) times.push(now - sent)
      if (now < end) ask()
      else done.resolve(undefined)
    })
    return { ask, done: done.promise, close: connection.close }
  }

  const lines = await Promise.all(Array.from({ length: connections }, run))
  const cpu = process.cpuUsage()
  start = performance.now() + warmUp * 1000
  end = start + seconds * 1000
  for (const line of lines) line.ask()
  await Promise.all(lines.map((line) => line.done))
  const { user, system } = process.cpuUsage(cpu)
  for (const line of lines) line.close()
  times.sort((a, b) => a - b)
  return {
    ...turn,
    perSecond: times.length / seconds,
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    cpu: (user + system) / 1000,
  }
}
