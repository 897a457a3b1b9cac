// Runs the jobs of the outbox. Each kind of job has a limit, so that slow jobs leave room for other kinds.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { messageOf } from '../message-of.ts'
import type { Pool } from '../postgres/database.ts'
import { isConnectionLost } from '../postgres/error-code.ts'
import { PermanentFailure, RetryLater } from './errors.ts'
import { type Claim, claimNext } from './outbox.ts'

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
  handlers: JobHandlers
  /** The maximum number of running jobs of one kind, and half the maximum of all kinds. */
  maxPerKind: number
  log: Log
}

/** When the worker closes, it waits at most this long for running jobs. */
const closeTimeoutMs = 2000

export class Worker {
  readonly #pool: Pool
  readonly #handlers: JobHandlers
  readonly #maxPerKind: number
  readonly #log: Log
  readonly #claims = new Set<Claim>()
  readonly #running = new Set<Promise<void>>()
  readonly #unknownKinds = new Set<string>()
  #isClaiming = false
  #mayHaveMore = false
  #isClosing = false

  constructor({ pool, handlers, maxPerKind, log }: WorkerOptions) {
    this.#pool = pool
    this.#handlers = handlers
    this.#maxPerKind = maxPerKind
    this.#log = log
  }

  /** Claims and starts new jobs. */
  wake() {
    this.#mayHaveMore = true
    if (!this.#isClaiming) this.#track(this.#claimAll())
  }

  async close() {
    this.#isClosing = true
    const finished = Promise.all(this.#running)
    await Promise.race([finished, sleep(closeTimeoutMs, undefined, { ref: false })])
    for (const claim of this.#claims) claim.release()
  }

  #track(work: Promise<void>) {
    const running = work.finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Claims one job at a time, because each claim excludes the kinds that have reached their limit. */
  async #claimAll() {
    this.#isClaiming = true
    while (this.#mayHaveMore && !this.#isClosing && this.#claims.size < 2 * this.#maxPerKind) {
      this.#mayHaveMore = false
      const claim = await this.#claim()
      if (claim) this.#start(claim)
    }
    this.#isClaiming = false
  }

  #start(claim: Claim) {
    // The worker may have been closed during the claim.
    if (this.#isClosing) {
      claim.release()
      return
    }
    this.#mayHaveMore = true
    this.#claims.add(claim)
    this.#track(this.#finish(claim))
  }

  async #finish(claim: Claim) {
    await this.#process(claim)
    this.#claims.delete(claim)
    this.wake()
  }

  /** Returns the kinds that have reached their limit. */
  #fullKinds() {
    const kinds = [...this.#claims].map(({ item }) => item.kind)
    return kinds.filter(
      (kind) => kinds.filter((other) => other === kind).length >= this.#maxPerKind,
    )
  }

  async #claim() {
    try {
      return await claimNext(this.#pool, this.#fullKinds())
    } catch (error) {
      // While the database is unavailable, every poll fails here, and other parts of the server log the failure.
      const level = isConnectionLost(error) ? 'debug' : 'warn'
      this.#log[level](`Claiming a job failed: ${messageOf(error)}`)
      return undefined
    }
  }

  async #process(claim: Claim) {
    const { kind, id } = claim.item
    const name = `The work "${kind}" (${id})`
    const failure = await this.#handle(claim).catch((error: unknown) => ({ error }))
    try {
      if (failure) await this.#fail(claim, name, failure.error)
      else await claim.done()
    } catch (error) {
      if (this.#isClosing) return
      const result = failure ? 'failed' : 'is done'
      this.#log.warn(
        `${name} ${result}, which could not be noted: it is done again. ${messageOf(error)}`,
      )
    }
  }

  async #handle({ item: { kind, id, payload, createdAt } }: Claim) {
    const handler = this.#handlers.get(kind)
    if (!handler) throw new UnknownKindError('This server does not know such work.')
    await handler({ id, payload, createdAt })
  }

  async #fail(claim: Claim, name: string, error: unknown) {
    if (error instanceof RetryLater) return claim.postpone(error.delaySeconds)
    const reason = messageOf(error)
    const { attempts, retryInSeconds } = await claim.failed(
      reason,
      error instanceof PermanentFailure,
    )
    if (retryInSeconds === undefined) {
      this.#log.error(`${name} is given up (attempt ${attempts}): ${reason}`)
    } else if (!(error instanceof UnknownKindError) || this.#isNew(claim.item.kind)) {
      this.#log.warn(`${name} failed and is tried again in ${retryInSeconds} s: ${reason}`)
    }
  }

  #isNew(kind: string) {
    const isNew = !this.#unknownKinds.has(kind)
    this.#unknownKinds.add(kind)
    return isNew
  }
}

/** A job without a handler is retried, because a server of a newer release may have a handler. */
class UnknownKindError extends Error {}
