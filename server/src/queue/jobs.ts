// What the server does without being asked: the work of the outbox, what is due by the clock, pruning, and sweeping the
// files.
import type { Pool } from '../postgres/database.ts'
import { listen } from '../postgres/listen.ts'
import type { Log } from '../log.ts'
import { messageOf } from '../message-of.ts'
import { tellTheTime } from './schedule.ts'
import { prune } from './prune.ts'
import { repeat } from './repeat.ts'
import { type Handlers, Worker } from './worker.ts'

interface Options {
  pool: Pool
  handlers: Handlers
  /** Removes files that nobody needs, and reports those that are missing. */
  sweep: () => Promise<void>
  log: Log
}

/** In case that a word was not heard; also how late a repeat may be. */
const pollEvery = 1000
const clockEvery = 5000
const pruneFirst = 10_000
const pruneEvery = 10 * 60_000
const sweepEvery = 60 * 60_000

export async function startJobs({ pool, handlers, sweep, log }: Options) {
  const worker = new Worker({ pool, handlers, log })
  const heard = async () => worker.wake()
  const endListening = await listen(pool, 'outbox', { heard, log })
  const poll = setInterval(() => worker.wake(), pollEvery).unref()
  const endClock = repeat(() => tellTheTime(pool), {
    first: clockEvery,
    pause: clockEvery,
    failed: (error) => log.warn(`What is due by the clock failed: ${messageOf(error)}`),
  })
  const endPruning = repeat(() => prune(pool), {
    first: pruneFirst,
    pause: pruneEvery,
    failed: (error) => log.warn(`Pruning failed and is tried again later: ${messageOf(error)}`),
  })
  const endSweeping = repeat(sweep, {
    first: pruneFirst,
    pause: sweepEvery,
    failed: (error) =>
      log.warn(`Sweeping the files failed and is tried again later: ${messageOf(error)}`),
  })
  /** Takes no new work, and waits a moment for what runs. */
  const close = async () => {
    clearInterval(poll)
    await Promise.all([endListening(), endClock(), endPruning(), endSweeping(), worker.close()])
  }
  return { close }
}
