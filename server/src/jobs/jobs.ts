// What the server does without being asked: the work of the outbox, and pruning.
import type { Pool } from '../database/database.ts'
import { listen } from '../database/listen.ts'
import type { Log } from '../log.ts'
import { messageOf } from '../message-of.ts'
import { prune } from './prune.ts'
import { repeat } from './repeat.ts'
import { type Handlers, Worker } from './worker.ts'

interface Options {
  pool: Pool
  handlers: Handlers
  log: Log
}

/** In case that a word was not heard; also how late a repeat may be. */
const pollEvery = 1000
const pruneFirst = 10_000
const pruneEvery = 10 * 60_000

export async function startJobs({ pool, handlers, log }: Options) {
  const worker = new Worker({ pool, handlers, log })
  const heard = async () => worker.wake()
  const endListening = await listen(pool, 'outbox', { heard, log })
  const poll = setInterval(() => worker.wake(), pollEvery).unref()
  const endPruning = repeat(() => prune(pool), {
    first: pruneFirst,
    pause: pruneEvery,
    failed: (error) => log.warn(`Pruning failed and is tried again later: ${messageOf(error)}`),
  })
  /** Takes no new work, and waits a moment for what runs. */
  const close = async () => {
    clearInterval(poll)
    await Promise.all([endListening(), endPruning(), worker.close()])
  }
  return { close }
}
