// Reads from a standby if possible, for requests that accept slightly stale data
// (docs/decisions/0035-reads-from-a-replica.md).
import { Pool } from 'pg'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { codeOf } from '../error-code.ts'
import { DatabaseRefusal } from '../pool/errors.ts'
import { type Batch, type QueueTicket, RequestPool } from '../pool/request-pool.ts'
import { queryPrimary, queryReplica, replayPosition } from './replica-queries.ts'
import { ReplicationLag } from './replication-lag.ts'

interface ReplicaOptions {
  url: string
  primary: Pool
  log: Log
  /** False if REPLICA_URL leads to a pooler that changes connections between transactions. */
  keepsSession: boolean
  maxConnections?: number | undefined
}

/** A read never gets data older than this, even if the request accepts older data. */
const maxAgeSeconds = 30
const checkIntervalMs = 500
/** If a replica does not answer for this long, it is unavailable. */
const timeoutMs = 2000

/** A replica lags if its data is older than this. */
const caughtUpSeconds = 2

/** Makes a superuser login become authenticator, and leaves other logins unchanged. */
const setupStatement = `select set_config('session_authorization', 'authenticator', false)
  from pg_roles where rolname = session_user and rolsuper`

export class Replica {
  readonly requests: RequestPool
  readonly #primary: Pool
  /** The checks use a separate pool, so that requests do not delay them. */
  readonly #checkPool: Pool
  readonly #log: Log
  readonly #dropsSuperuser: boolean
  readonly #lag = new ReplicationLag(maxAgeSeconds)
  /** The reject functions of pending reads. */
  readonly #pendingReads = new Set<(reason: unknown) => void>()
  #identity = ''
  #ageSeconds = Infinity
  #complaint: string | undefined
  #timer: NodeJS.Timeout | undefined

  constructor({ url, primary, log, keepsSession, maxConnections }: ReplicaOptions) {
    const connection = { connectionString: url }
    this.#primary = primary
    this.#log = log
    this.#dropsSuperuser = keepsSession
    this.requests = new RequestPool({
      connection,
      log,
      preparedStatements: keepsSession,
      keepsSession,
      maxConnections,
      setupStatement,
    })
    this.#checkPool = new Pool({
      ...connection,
      max: 1,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      application_name: 'mendwell',
    })
    this.#checkPool.on('error', (error) => log.debug(error.message))
  }

  /** The age of the replica's data at the latest check, or Infinity if the age is unknown. */
  get ageSeconds() {
    return this.#ageSeconds
  }

  /**
   * Throws if the replica is misconfigured. After other failures, the primary answers reads until the replica can be
   * used.
   */
  async open() {
    await this.#recordPosition()
    try {
      await this.#check()
    } catch (error) {
      if (error instanceof StartupFailure) throw error
      if (isMisconfiguration(error))
        throw new StartupFailure(`REPLICA_URL cannot be used: ${messageOf(error)}.`)
      this.#markUnavailable(error)
    }
    const recordPosition = withoutOverlap(
      () => this.#recordPosition(),
      (error) => this.#log.debug(messageOf(error)),
    )
    const check = withoutOverlap(
      () => this.#check(),
      (error) => this.#markUnavailable(error),
    )
    this.#timer = setInterval(() => {
      recordPosition()
      check()
    }, checkIntervalMs).unref()
  }

  /** Resolves with undefined if the primary has to answer the read. */
  async read<Result>(
    role: string,
    acceptedAgeSeconds: number,
    work: (batch: Batch) => Promise<Result>,
    ticket: QueueTicket,
  ): Promise<{ result: Result; age: number } | undefined> {
    const limitSeconds = Math.min(acceptedAgeSeconds, maxAgeSeconds)
    if (this.#ageSeconds > limitSeconds || !this.requests.hasFree) return undefined
    try {
      return await this.#rejectWhenUnavailable(this.#run(role, limitSeconds, work, ticket))
    } catch (error) {
      if (isTooExpensive(error) && this.#ageSeconds <= caughtUpSeconds) throw error
      return undefined
    }
  }

  async close() {
    clearInterval(this.#timer)
    await Promise.all([this.#checkPool.end(), this.requests.close()])
  }

  async #run<Result>(
    role: string,
    limitSeconds: number,
    work: (batch: Batch) => Promise<Result>,
    ticket: QueueTicket,
  ) {
    const { timeline } = this.#lag
    let age = Infinity
    const result = await work(async (statements) => {
      const [progress, ...results] = await this.requests.batch(
        role,
        [replayPosition, ...statements],
        ticket,
      )
      age = this.#lag.ageSecondsAt(BigInt(progress?.[0]?.[0]?.toString() ?? 0))
      // If a failover happened during the batch, the returned position cannot be compared with positions on the new
      // timeline.
      if (timeline !== this.#lag.timeline || age > limitSeconds)
        throw new Error('The data of the replica is too old.')
      return results
    })
    return { result, age }
  }

  #rejectWhenUnavailable<Result>(read: Promise<Result>) {
    return new Promise<Result>((resolve, reject) => {
      this.#pendingReads.add(reject)
      void read.then(resolve, reject).finally(() => this.#pendingReads.delete(reject))
    })
  }

  async #recordPosition() {
    const askedAt = performance.now()
    const { identity, position, timeline } = await queryPrimary(this.#primary)
    this.#identity = identity
    // After a failover the next check finds out whether the replica follows the new primary.
    if (timeline !== this.#lag.timeline) this.#ageSeconds = Infinity
    this.#lag.record(position, timeline, askedAt)
  }

  async #check() {
    const { position, timeline } = await queryReplica(this.#checkPool, {
      identity: this.#identity,
      dropsSuperuser: this.#dropsSuperuser,
    })
    const isCurrentTimeline = timeline === this.#lag.timeline
    this.#ageSeconds = isCurrentTimeline ? this.#lag.ageSecondsAt(position) : Infinity
    if (!isCurrentTimeline) this.#complain('it does not follow the primary since a failover')
    else if (this.#ageSeconds > maxAgeSeconds)
      this.#complain(`it is more than ${maxAgeSeconds} s behind`)
    else this.#complain(undefined)
  }

  #markUnavailable(reason: unknown) {
    this.#ageSeconds = Infinity
    for (const reject of this.#pendingReads) reject(reason)
    this.#complain(messageOf(reason))
  }

  /** Logs each problem once, and logs once when the problem is gone. */
  #complain(complaint: string | undefined) {
    if (complaint === this.#complaint) return
    this.#complaint = complaint
    if (complaint === undefined) this.#log.info('The replica answers reads that may be old.')
    else this.#log.warn(`The primary answers reads that may be old: ${complaint}`)
  }
}

/** Returns whether the login, the database or the rights are wrong. */
function isMisconfiguration(error: unknown) {
  return /^(?:28|3D|42)/u.test(codeOf(error) ?? '') || messageOf(error).startsWith('SASL:')
}

/** A read that took too long or got too large would also fail on the primary, unless the replica lags. */
function isTooExpensive(error: unknown) {
  return error instanceof DatabaseRefusal && /^(?:57014|54)/u.test(error.code)
}

/** Returns a function that starts the work if the previous run has finished, and otherwise does nothing. */
function withoutOverlap(work: () => Promise<void>, onError: (error: unknown) => void) {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    void work()
      .catch(onError)
      .finally(() => (isRunning = false))
  }
}
