// Runs the background work of the server: the outbox, the application's schedule, pruning, and sweeping files.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { messageOf } from '../message-of.ts'
import type { Pool } from '../postgres/database.ts'
import { listen } from '../postgres/listen.ts'
import { markAlive } from './outbox.ts'
import { prune } from './prune.ts'
import { type JobHandlers, Worker } from './worker.ts'

interface JobOptions {
  pool: Pool
  handlers: JobHandlers
  /** The maximum number of jobs of each kind that run at once. */
  concurrency: Readonly<Record<string, number>>
  /** Removes unused files and reports missing ones. */
  sweep: () => Promise<void>
  log: Log
  leaseMs?: number
}

/** Leases are renewed, so only a job whose worker lost the database runs again after this time. */
const defaultLeaseMs = 60_000

/** The worker polls in case it missed a NOTIFY. A retry can be late by up to this interval. */
const pollIntervalMs = 1000
const scheduleIntervalMs = 5000
const firstPruneDelayMs = 10_000
const pruneIntervalMs = 10 * 60_000
const sweepIntervalMs = 60 * 60_000

export async function startJobs(options: JobOptions) {
  const { pool, sweep, log, leaseMs = defaultLeaseMs } = options
  const number = randomInt(1, 2 ** 31)
  const worker = new Worker({ ...options, number, leaseMs })
  const stopListening = await listen(pool, 'outbox', {
    onNotify: async () => worker.wake(),
    onConnect: markAlive(number),
    log,
  })
  const poll = setInterval(() => worker.poll(), pollIntervalMs).unref()
  const renewal = setInterval(() => void worker.renew(), leaseMs / 3).unref()
  const stopSchedule = repeat(() => runScheduled(pool), {
    firstDelayMs: scheduleIntervalMs,
    intervalMs: scheduleIntervalMs,
    onError: (error) => log.warn(`The scheduled work failed: ${messageOf(error)}`),
  })
  const stopPruning = repeat(() => prune(pool), {
    firstDelayMs: firstPruneDelayMs,
    intervalMs: pruneIntervalMs,
    onError: (error) => log.warn(`Pruning failed and is tried again later: ${messageOf(error)}`),
  })
  const stopSweeping = repeat(sweep, {
    firstDelayMs: firstPruneDelayMs,
    intervalMs: sweepIntervalMs,
    onError: (error) =>
      log.warn(`Sweeping the files failed and is tried again later: ${messageOf(error)}`),
  })
  /** Starts no new work, and waits for the running work. */
  const close = async () => {
    clearInterval(poll)
    clearInterval(renewal)
    // While the worker finishes its jobs, its listening session shows other workers that it is alive.
    const stopWorker = worker.close().then(stopListening)
    await Promise.all([stopWorker, stopSchedule(), stopPruning(), stopSweeping()])
  }
  return { close }
}

/** Calls the application's function private.run_scheduled() if the function exists. */
export async function runScheduled(pool: Pool) {
  await pool.query(`do $$ begin
    if to_regprocedure('private.run_scheduled()') is not null then
      perform private.run_scheduled();
    end if;
  end $$`)
}

interface RepeatOptions {
  firstDelayMs: number
  intervalMs: number
  onError: (error: unknown) => void
}

/** Repeats the work until the returned function is called, which also waits for the current run. */
function repeat(work: () => Promise<void>, { firstDelayMs, intervalMs, onError }: RepeatOptions) {
  const end = new AbortController()
  const running = run()

  async function run() {
    for (let delayMs = firstDelayMs; await wait(delayMs); delayMs = intervalMs) {
      await work().catch(onError)
    }
  }

  /** Resolves with false if the repetition is stopped before the delay is over. */
  function wait(delayMs: number) {
    return sleep(delayMs, true, { signal: end.signal, ref: false }).catch(() => false)
  }

  return async () => {
    end.abort()
    await running
  }
}
