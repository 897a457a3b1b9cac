// Manages the connections of a request pool. A free connection gets the next request before the previous response is
// processed, so that PostgreSQL does not wait.
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import type { Connection } from '../hosts.ts'
import type { QueueTicket } from './connection-user.ts'
import { NoConnectionError } from './errors.ts'
import { PriorityQueue, type QueueEntry, type QueueName } from './priority-queue.ts'
import { RequestClient } from './request-client.ts'
import { isSlow, type RunningRequest, RunningRequests } from './running-requests.ts'

/** The connection belongs to this callback until the callback calls `release`. */
type UseConnection = (client: RequestClient, release: () => void) => void

export interface ConnectionRequest {
  ticket: QueueTicket
  use: UseConnection
  reject: (reason: unknown) => void
  /** Called just before the statement is cancelled because other requests wait. */
  onPreempted: () => void
}

interface WaitingRequest extends QueueEntry {
  request: ConnectionRequest
  timer: NodeJS.Timeout
}

interface ConnectionsOptions {
  connection: Connection
  maxConnections: number
  log: Log
  /** Runs once on each new connection. */
  prepare: (client: RequestClient) => Promise<unknown>
  /** Behind a pooler this is false, because the pooler hides the process ids of PostgreSQL. */
  canCancel: boolean
}

const waitTimeoutMs = 10_000
const maxIdleMs = 30_000
const sweepIntervalMs = 10_000
/** While requests wait, the pool looks for long-running requests at this interval. */
const preemptIntervalMs = 50
/**
 * The limit for waiting requests of each priority. One changed row can make hundreds of pages reload, with two or three
 * requests each.
 */
const maxWaiting = 2000

export class Connections {
  readonly #options: ConnectionsOptions
  readonly #all = new Set<RequestClient>()
  #idle: { client: RequestClient; since: number }[] = []
  readonly #waiting = new PriorityQueue<WaitingRequest>()
  readonly #running: RunningRequests
  #preemptTimer: NodeJS.Timeout | undefined
  #openingCount = 0
  #onClosed: (() => void) | undefined
  readonly #sweepTimer = setInterval(
    () => this.#endIdle(Date.now() - maxIdleMs),
    sweepIntervalMs,
  ).unref()

  constructor(options: ConnectionsOptions) {
    this.#options = options
    this.#running = new RunningRequests(options.maxConnections)
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

  /** The request waits if no connection is idle, or if other requests must come first. */
  use(request: ConnectionRequest) {
    const { ticket, reject } = request
    const idle = this.#mayStart(ticket) ? this.#takeIdle() : undefined
    if (idle) {
      this.#lend(idle, request)
      return
    }
    const queue = isSlow(ticket) ? 'slow' : ticket.priority
    if (this.#onClosed) reject(new NoConnectionError('The server is stopping.'))
    else if (this.#waiting.count(queue) >= maxWaiting)
      reject(new NoConnectionError('Too many requests wait for a connection already.'))
    else this.#wait(request, queue)
  }

  /** Resolves when the last connection has ended. */
  async close() {
    clearInterval(this.#sweepTimer)
    clearInterval(this.#preemptTimer)
    await new Promise<void>((resolve) => {
      this.#onClosed = resolve
      this.#endIdle(Infinity)
      this.#finishClose()
    })
  }

  #wait(request: ConnectionRequest, queue: QueueName) {
    const timer = setTimeout(() => {
      this.#waiting.remove(entry)
      request.reject(new NoConnectionError('No connection in time.'))
    }, waitTimeoutMs)
    const entry = { queue, request, since: performance.now(), timer }
    this.#waiting.add(entry)
    this.#preemptTimer ??= setInterval(() => this.#checkWaiting(), preemptIntervalMs).unref()
    if (this.#mayStart(request.ticket)) this.#openForWaiting()
  }

  #openForWaiting() {
    if (this.#canOpen && this.#waiting.length > 0) void this.#open()
  }

  #mayStart(ticket: QueueTicket) {
    return this.#rank(ticket) !== undefined
  }

  #rank(ticket: QueueTicket) {
    return isSlow(ticket)
      ? this.#running.rankOfSlow(ticket, this.#waiting.fastCount > 0)
      : this.#running.rankOfFast(ticket)
  }

  #takeWaiting() {
    const rank = ({ request }: WaitingRequest) => this.#rank(request.ticket)
    const entry = this.#waiting.nextSlow(rank) ?? this.#waiting.nextFast(rank)
    if (entry) clearTimeout(entry.timer)
    return entry?.request
  }

  #startWaiting() {
    while (this.#waiting.length > 0 && this.#idle.length > 0) {
      const request = this.#takeWaiting()
      if (!request) return
      const client = this.#takeIdle()
      if (client) this.#lend(client, request)
      else this.use(request)
    }
  }

  /** Moves slow requests to the slow queue, and cancels running ones if fast requests wait for a connection. */
  #checkWaiting() {
    if (this.#waiting.length === 0) {
      clearInterval(this.#preemptTimer)
      this.#preemptTimer = undefined
      return
    }
    this.#waiting.moveSlow(({ request }) => isSlow(request.ticket))
    this.#startWaiting()
    if (this.hasFree || !this.#options.canCancel) return
    const readyCount = this.#waiting.countReady(({ request }) => this.#rank(request.ticket))
    const excess = this.#running.findExcess(readyCount)
    if (excess.length > 0) this.#preempt(excess)
  }

  #preempt(requests: readonly RunningRequest[]) {
    const cancelling = this.#cancel(requests.flatMap(({ client }) => client.processId ?? []))
    for (const request of requests) {
      request.cancelling = cancelling
      request.onPreempted()
    }
  }

  /** Uses a separate connection, and resolves to false if cancelling fails. */
  async #cancel(processIds: readonly number[]) {
    const client = new RequestClient(this.#options.connection)
    client.on('error', (error) => this.#options.log.debug(error.message))
    try {
      await client.connect()
      const text = 'select pg_cancel_backend(id) from unnest($1::integer[]) as id'
      await client.batch([{ text, values: [`{${processIds.join()}}`] }])
      return true
    } catch (error) {
      this.#options.log.debug(messageOf(error))
      return false
    } finally {
      void client.end().catch(() => undefined)
    }
  }

  /** Skips broken connections, which are removed when their sockets have closed. */
  #takeIdle() {
    let idle = this.#idle.pop()
    while (idle?.client.isBroken) idle = this.#idle.pop()
    return idle?.client
  }

  #lend(client: RequestClient, { ticket, use, onPreempted }: ConnectionRequest) {
    const running = this.#running.start(client, ticket, onPreempted)
    use(client, () => this.#release(running))
  }

  #release(running: RunningRequest) {
    this.#running.finish(running)
    const { client, cancelling } = running
    if (cancelling) void this.#addWhenSafe(client, cancelling)
    else this.#addIdle(client)
  }

  /** Makes the connection idle after the cancel is done, because a late cancel would hit the next request. */
  async #addWhenSafe(client: RequestClient, cancelling: Promise<boolean>) {
    if (await cancelling) this.#addIdle(client)
    else await this.#end(client)
  }

  #addIdle(client: RequestClient) {
    if (client.isBroken || this.#onClosed) {
      void this.#end(client)
      if (this.#waiting.length > 0) void this.#open()
      return
    }
    this.#idle.push({ client, since: Date.now() })
    this.#startWaiting()
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
      this.#addIdle(client)
    } catch (error) {
      this.#openingCount -= 1
      this.#options.log.debug(messageOf(error))
      await client.end().catch(() => undefined)
      this.#rejectOldest(startedAt, error)
      this.#finishClose()
    }
  }

  /** A request that arrived after `startedAt` keeps waiting, because the cause of the failure may be gone. */
  #rejectOldest(startedAt: number, error: unknown) {
    const oldest = this.#waiting.oldest()
    if (oldest && oldest.since <= startedAt) {
      this.#waiting.remove(oldest)
      clearTimeout(oldest.timer)
      oldest.request.reject(error)
    }
    this.#openForWaiting()
  }

  #forget(client: RequestClient) {
    this.#all.delete(client)
    this.#idle = this.#idle.filter((one) => one.client !== client)
    // Until now the ended connection counted toward the maximum, so waiting requests could not open a new one.
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
