// The connections themselves, and who waits for one. What waits is handed a connection in the same moment in which
// it becomes free, before the answer that freed it is looked at: so PostgreSQL always has its next statement.
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import type { Connection } from '../hosts.ts'
import { RequestClient } from './request-client.ts'
import { type InLine, type Place, WaitingLine } from './waiting-line.ts'

/** Nobody could be served in time. */
export class NoConnection extends Error {
  override name = 'NoConnection'
}

/** Gets a connection of its own, and gives it back by `free`. */
type Use = (client: RequestClient, free: () => void) => void

interface Waiting extends InLine {
  use: Use
  reject: (reason: unknown) => void
  tired: NodeJS.Timeout
}

const patience = 10_000
const idleFor = 30_000
/**
 * Whoever comes when so many wait at their place already would only wait in vain. One new row makes hundreds of pages read
 * at once, two or three requests each: they are served within two seconds.
 */
const mostWaiting = 2000

export class Connections {
  readonly #settings: Connection
  readonly #most: number
  readonly #log: Log
  readonly #welcome: (client: RequestClient) => Promise<unknown>
  readonly #all = new Set<RequestClient>()
  #idle: { client: RequestClient; since: number }[] = []
  readonly #waiting = new WaitingLine<Waiting>()
  #opening = 0
  #closed: (() => void) | undefined
  readonly #sweep = setInterval(() => this.#endIdle(Date.now() - idleFor), 10_000).unref()

  constructor(
    settings: Connection,
    most: number,
    log: Log,
    welcome: (client: RequestClient) => Promise<unknown>,
  ) {
    this.#settings = settings
    this.#most = most
    this.#log = log
    this.#welcome = welcome
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

  /** Whoever comes now waits for nobody else to be done. */
  get hasFree() {
    return this.#idle.length > 0 || this.#hasRoom
  }

  /** For one more to be opened. */
  get #hasRoom() {
    return this.#all.size + this.#opening < this.#most
  }

  /** Calls `use` with a connection, at once if there is one. */
  use(place: Place, use: Use, reject: (reason: unknown) => void) {
    const idle = this.#takeIdle()
    if (idle) {
      this.#give(idle, use)
      return
    }
    if (this.#closed) reject(new NoConnection('The server is stopping.'))
    else if (this.#waiting.countOf(place) >= mostWaiting)
      reject(new NoConnection('Too many wait already.'))
    else this.#wait(place, use, reject)
  }

  /** Resolves when the last connection has ended. */
  async close() {
    clearInterval(this.#sweep)
    await new Promise<void>((resolve) => {
      this.#closed = resolve
      this.#endIdle(Infinity)
      this.#endIfDone()
    })
  }

  #wait(place: Place, use: Use, reject: (reason: unknown) => void) {
    const tired = setTimeout(() => {
      this.#waiting.leave(waiting)
      reject(new NoConnection('No connection in time.'))
    }, patience)
    const waiting = { place, use, reject, since: performance.now(), tired }
    this.#waiting.add(waiting)
    this.#openForWaiting()
  }

  #openForWaiting() {
    if (this.#hasRoom && this.#waiting.length > 0) void this.#open()
  }

  #next() {
    const next = this.#waiting.next()
    if (next) clearTimeout(next.tired)
    return next
  }

  /** One that ended is forgotten when its socket has closed. */
  #takeIdle() {
    let idle = this.#idle.pop()
    while (idle?.client.isBroken) idle = this.#idle.pop()
    return idle?.client
  }

  #give(client: RequestClient, use: Use) {
    use(client, () => this.#free(client))
  }

  #free(client: RequestClient) {
    if (client.isBroken || this.#closed) {
      void this.#end(client)
      if (this.#waiting.length > 0) void this.#open()
      return
    }
    const next = this.#next()
    if (next) this.#give(client, next.use)
    else this.#idle.push({ client, since: Date.now() })
  }

  async #open() {
    const begun = performance.now()
    this.#opening += 1
    const client = new RequestClient(this.#settings)
    client.on('error', (error) => this.#log.debug(error.message))
    try {
      await client.connect()
      await this.#welcome(client)
      client.once('end', () => this.#forget(client))
      this.#all.add(client)
      this.#opening -= 1
      this.#free(client)
    } catch (error) {
      this.#opening -= 1
      this.#log.debug(messageOf(error))
      await client.end().catch(() => undefined)
      this.#refuse(begun, error)
      this.#endIfDone()
    }
  }

  /** Whoever came after this attempt began is not refused for it: what was wrong then may be over. */
  #refuse(begun: number, error: unknown) {
    const oldest = this.#waiting.oldest()
    if (oldest && oldest.since <= begun) {
      this.#waiting.leave(oldest)
      clearTimeout(oldest.tired)
      oldest.reject(error)
    }
    this.#openForWaiting()
  }

  /** One that broke while nobody used it. */
  #forget(client: RequestClient) {
    this.#all.delete(client)
    this.#idle = this.#idle.filter((one) => one.client !== client)
    // Who came while it ended found no room for another.
    this.#openForWaiting()
    this.#endIfDone()
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

  #endIfDone() {
    if (this.#all.size === 0 && this.#opening === 0) this.#closed?.()
  }
}
