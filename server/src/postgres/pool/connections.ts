// Manages the connections of a request pool. A connection that becomes free gets the next waiting request before the
// previous response is processed, so PostgreSQL always has a statement to run.
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import type { Connection } from '../hosts.ts'
import { NoConnectionError } from './errors.ts'
import { PriorityQueue, type QueueEntry, type QueuePriority } from './priority-queue.ts'
import { RequestClient } from './request-client.ts'

/** Uses a connection exclusively until it calls `release`. */
type UseConnection = (client: RequestClient, release: () => void) => void

interface WaitingRequest extends QueueEntry {
  use: UseConnection
  reject: (reason: unknown) => void
  timer: NodeJS.Timeout
}

interface ConnectionsOptions {
  connection: Connection
  maxConnections: number
  log: Log
  /** Runs once on each new connection. */
  prepare: (client: RequestClient) => Promise<unknown>
}

const waitTimeoutMs = 10_000
const maxIdleMs = 30_000
const sweepIntervalMs = 10_000
/**
 * The limit for waiting requests of each priority. Requests above the limit would time out in any case. A new row makes
 * hundreds of pages reload at the same time, with two or three requests each. These requests stay below the limit and
 * are served within two seconds.
 */
const maxWaiting = 2000

export class Connections {
  readonly #options: ConnectionsOptions
  readonly #all = new Set<RequestClient>()
  #idle: { client: RequestClient; since: number }[] = []
  readonly #waiting = new PriorityQueue<WaitingRequest>()
  #openingCount = 0
  #onClosed: (() => void) | undefined
  readonly #sweepTimer = setInterval(
    () => this.#endIdle(Date.now() - maxIdleMs),
    sweepIntervalMs,
  ).unref()

  constructor(options: ConnectionsOptions) {
    this.#options = options
  }

  get totalCount() {
    return this.#all.size
  }

  get idleCount() {
    return this.#idle.length
  }

  get waitingCount() {
    return this.#waiting.length
  }

  /** Returns whether a request would get a connection without waiting. */
  get hasFree() {
    return this.#idle.length > 0 || this.#canOpen
  }

  get #canOpen() {
    return this.#all.size + this.#openingCount < this.#options.maxConnections
  }

  /** Calls `use` with a connection, immediately if one is idle. */
  use(priority: QueuePriority, use: UseConnection, reject: (reason: unknown) => void) {
    const idle = this.#takeIdle()
    if (idle) {
      this.#lend(idle, use)
      return
    }
    if (this.#onClosed) reject(new NoConnectionError('The server is stopping.'))
    else if (this.#waiting.count(priority) >= maxWaiting)
      reject(new NoConnectionError('Too many requests wait for a connection already.'))
    else this.#wait(priority, use, reject)
  }

  /** Resolves when the last connection has ended. */
  async close() {
    clearInterval(this.#sweepTimer)
    await new Promise<void>((resolve) => {
      this.#onClosed = resolve
      this.#endIdle(Infinity)
      this.#finishClose()
    })
  }

  #wait(priority: QueuePriority, use: UseConnection, reject: (reason: unknown) => void) {
    const timer = setTimeout(() => {
      this.#waiting.remove(request)
      reject(new NoConnectionError('No connection in time.'))
    }, waitTimeoutMs)
    const request = { priority, use, reject, since: performance.now(), timer }
    this.#waiting.add(request)
    this.#openForWaiting()
  }

  #openForWaiting() {
    if (this.#canOpen && this.#waiting.length > 0) void this.#open()
  }

  #takeWaiting() {
    const request = this.#waiting.next()
    if (request) clearTimeout(request.timer)
    return request
  }

  /** Returns an idle connection, but skips broken ones. A broken connection is removed when its socket has closed. */
  #takeIdle() {
    let idle = this.#idle.pop()
    while (idle?.client.isBroken) idle = this.#idle.pop()
    return idle?.client
  }

  #lend(client: RequestClient, use: UseConnection) {
    use(client, () => this.#release(client))
  }

  #release(client: RequestClient) {
    if (client.isBroken || this.#onClosed) {
      void this.#end(client)
      if (this.#waiting.length > 0) void this.#open()
      return
    }
    const request = this.#takeWaiting()
    if (request) this.#lend(client, request.use)
    else this.#idle.push({ client, since: Date.now() })
  }

  async #open() {
    const startedAt = performance.now()
    this.#openingCount += 1
    const client = new RequestClient(this.#options.connection)
    client.on('error', (error) => this.#options.log.debug(error.message))
    try {
      await client.connect()
      await this.#options.prepare(client)
      client.once('end', () => this.#forget(client))
      this.#all.add(client)
      this.#openingCount -= 1
      this.#release(client)
    } catch (error) {
      this.#openingCount -= 1
      this.#options.log.debug(messageOf(error))
      await client.end().catch(() => undefined)
      this.#rejectOldest(startedAt, error)
      this.#finishClose()
    }
  }

  /**
   * Rejects the oldest waiting request, because opening a connection failed. A request that arrived during the attempt
   * keeps waiting, because the cause of the failure may be gone.
   */
  #rejectOldest(startedAt: number, error: unknown) {
    const oldest = this.#waiting.oldest()
    if (oldest && oldest.since <= startedAt) {
      this.#waiting.remove(oldest)
      clearTimeout(oldest.timer)
      oldest.reject(error)
    }
    this.#openForWaiting()
  }

  #forget(client: RequestClient) {
    this.#all.delete(client)
    this.#idle = this.#idle.filter((one) => one.client !== client)
    // Requests that arrived while the connection was ending could not open another one.
    this.#openForWaiting()
    this.#finishClose()
  }

  #endIdle(before: number) {
    const old = this.#idle.filter(({ since }) => since < before)
    this.#idle = this.#idle.filter(({ since }) => since >= before)
    for (const { client } of old) void this.#end(client)
  }

  async #end(client: RequestClient) {
    await client.end().catch(() => undefined)
    this.#forget(client)
  }

  #finishClose() {
    if (this.#all.size === 0 && this.#openingCount === 0) this.#onClosed?.()
  }
}
