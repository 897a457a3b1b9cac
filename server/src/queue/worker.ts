// Runs the jobs of the outbox. Several jobs of each kind run at the same time. Each kind has its own limit, so slow
// jobs, such as emails to a slow mail server, do not delay other kinds.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { messageOf } from '../message-of.ts'
import type { Pool } from '../postgres/database.ts'
import { isConnectionLost } from '../postgres/error-code.ts'
import { PermanentFailure, RetryLater } from './errors.ts'
import {
  claimDue,
  type ClaimedJob,
  type JobResult,
  findMissingWorkers,
  releaseClaims,
  renewLeases,
  retryDelayAfter,
} from './outbox.ts'
import { ResultRecorder } from './result-recorder.ts'

export interface Job {
  id: string
  payload: unknown
  createdAt: Date
}

/** A handler may run again for a job whose result could not be recorded. */
export type JobHandler = (job: Job) => Promise<void>

export type JobHandlers = ReadonlyMap<string, JobHandler>

interface WorkerOptions {
  pool: Pool
  /** The number of this worker among all workers on the database. */
  number: number
  handlers: JobHandlers
  /** The maximum number of jobs of each kind that run at once. */
  concurrency: Readonly<Record<string, number>>
  leaseMs: number
  log: Log
}

/** When the worker closes, it waits at most this long for running jobs. */
const closeTimeoutMs = 2000
/** A worker whose listening session broke has this long to open another one. */
const reconnectMs = 1500

export class Worker {
  readonly #options: WorkerOptions
  readonly #recorder: ResultRecorder
  /** The running jobs by their ids. A job runs until its result is recorded. */
  readonly #jobs = new Map<string, ClaimedJob>()
  readonly #tasks = new Set<Promise<void>>()
  readonly #unknownKinds = new Set<string>()
  #isClaiming = false
  #mayHaveMore = false
  #mayHaveAbandoned = false
  /** The other workers without a listening session, and when that was first noticed. */
  #missingSince = new Map<number, number>()
  #isClosing = false

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#recorder = new ResultRecorder(options.pool, options.number)
  }

  /** Claims and starts new jobs. */
  wake() {
    this.#mayHaveMore = true
    if (!this.#isClaiming) this.#track(this.#claimAll())
  }

  /** Call this regularly. It also finds jobs of workers that were killed. */
  poll() {
    this.#mayHaveAbandoned = true
    this.wake()
  }

  /** Call this several times within a lease. */
  async renew() {
    const { pool, number, leaseMs } = this.#options
    if (this.#jobs.size === 0) return
    await renewLeases(pool, number, leaseMs, [...this.#jobs.keys()]).catch((error: unknown) =>
      this.#logDatabaseError('Renewing the leases of jobs', error),
    )
  }

  /** Waits for running jobs, but not for those that take too long. */
  async close() {
    this.#isClosing = true
    this.#recorder.close()
    const finished = Promise.all(this.#tasks)
    await Promise.race([finished, sleep(closeTimeoutMs, undefined, { ref: false })])
  }

  #track(work: Promise<void>) {
    const task = work.finally(() => this.#tasks.delete(task))
    this.#tasks.add(task)
  }

  async #claimAll() {
    this.#isClaiming = true
    while (this.#mayHaveMore && !this.#isClosing) {
      // Jobs whose results are in the same batch end together. One claim then replaces them all.
      await nextTurn()
      this.#mayHaveMore = false
      const jobs = await this.#claim()
      for (const job of jobs) this.#start(job)
      if (jobs.length > 0) this.#mayHaveMore = true
    }
    this.#isClaiming = false
  }

  #start(job: ClaimedJob) {
    // The server may have stopped during the claim. Its claims are released.
    if (this.#isClosing) return
    this.#jobs.set(job.id, job)
    this.#track(this.#run(job))
  }

  async #run(job: ClaimedJob) {
    await this.#process(job)
    this.#jobs.delete(job.id)
    this.wake()
  }

  async #claim() {
    const { pool, number, leaseMs } = this.#options
    try {
      if (this.#mayHaveAbandoned) await this.#releaseAbandoned()
      this.#mayHaveAbandoned = false
      const runningIds = [...this.#jobs.keys()]
      return await claimDue(pool, {
        worker: number,
        leaseMs,
        limits: this.#freeSlots(),
        runningIds,
      })
    } catch (error) {
      this.#logDatabaseError('Claiming jobs', error)
      return []
    }
  }

  /** Releases the claims of workers that were missing for a while. A worker that only reconnects is back by then. */
  async #releaseAbandoned() {
    const { pool, number } = this.#options
    const now = Date.now()
    const missing = await findMissingWorkers(pool, number)
    this.#missingSince = new Map(missing.map((one) => [one, this.#missingSince.get(one) ?? now]))
    const gone = missing.filter((one) => now - (this.#missingSince.get(one) ?? now) >= reconnectMs)
    if (gone.length > 0) await releaseClaims(pool, gone)
  }

  #freeSlots() {
    const slots = { ...this.#options.concurrency }
    for (const { kind } of this.#jobs.values()) slots[kind] = Math.max(0, (slots[kind] ?? 1) - 1)
    return slots
  }

  /** While the database is unavailable, every poll fails, and other parts of the server log the failure. */
  #logDatabaseError(work: string, error: unknown) {
    const level = isConnectionLost(error) ? 'debug' : 'warn'
    this.#options.log[level](`${work} failed: ${messageOf(error)}`)
  }

  async #process(job: ClaimedJob) {
    const failure = await this.#handle(job).catch((error: unknown) => ({ error }))
    const result = failure ? resultOf(job, failure.error) : { id: job.id, state: 'done' as const }
    try {
      if (!(await this.#recorder.record(result))) throw new Error('Another server has claimed it.')
      if (failure) this.#logFailure(job, result, failure.error)
    } catch (error) {
      if (this.#isClosing) return
      const outcome = failure ? 'failed' : 'is done'
      this.#options.log.warn(
        `${nameOf(job)} ${outcome}, but this could not be recorded, so it may run again. ${messageOf(error)}`,
      )
    }
  }

  async #handle({ kind, id, payload, createdAt }: ClaimedJob) {
    const handler = this.#options.handlers.get(kind)
    if (!handler) throw new UnknownKindError('This server does not know such work.')
    await handler({ id, payload, createdAt })
  }

  #logFailure(job: ClaimedJob, { state, delaySeconds }: JobResult, error: unknown) {
    const { log } = this.#options
    const reason = messageOf(error)
    if (state === 'dead') {
      log.error(`${nameOf(job)} is given up (attempt ${job.attempts + 1}): ${reason}`)
    } else if (state === 'failed' && this.#isWorthLogging(job, error)) {
      log.warn(`${nameOf(job)} failed and is tried again in ${delaySeconds} s: ${reason}`)
    }
  }

  /** An unknown kind of job is logged once. */
  #isWorthLogging({ kind }: ClaimedJob, error: unknown) {
    if (!(error instanceof UnknownKindError)) return true
    const isNew = !this.#unknownKinds.has(kind)
    this.#unknownKinds.add(kind)
    return isNew
  }
}

function nameOf({ kind, id }: ClaimedJob) {
  return `The work "${kind}" (${id})`
}

function resultOf({ id, attempts }: ClaimedJob, error: unknown): JobResult {
  if (error instanceof RetryLater) {
    return { id, state: 'postponed', delaySeconds: error.delaySeconds }
  }
  const reason = messageOf(error)
  const delaySeconds = retryDelayAfter(attempts + 1)
  if (error instanceof PermanentFailure || delaySeconds === undefined) {
    return { id, state: 'dead', error: reason }
  }
  return { id, state: 'failed', delaySeconds, error: reason }
}

/**
 * Fails a job that has no handler. The job is retried, because a server of a newer release may have a handler for it.
 */
class UnknownKindError extends Error {}
