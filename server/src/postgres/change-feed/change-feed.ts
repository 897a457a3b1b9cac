// Finds committed changes and delivers each of them once. A failed delivery is repeated.
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import type { Pool } from '../database.ts'
import { isConnectionLost } from '../error-code.ts'
import { type Change, readChanges, readCurrentSnapshot } from './read-changes.ts'

export type { Change }

interface ChangeFeedOptions {
  pool: Pool
  log: Log
  /** Without subscribers the feed skips changes and only moves its position. */
  hasSubscribers: () => boolean
  /**
   * Receives changes in the order of their ids, and again if the promise rejects. `hasMore` is true if more changes
   * follow that became visible at the same time.
   */
  onChanges: (changes: Change[], hasMore: boolean) => Promise<void>
}

/** Each poll finds commits for which no notification arrived. */
const pollIntervalMs = 1000
/**
 * Without subscribers the feed moves its position at most this often. So the first subscriber may also receive changes
 * that were committed this long before.
 */
const idleIntervalMs = 100

export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  readonly #poll: NodeJS.Timeout
  #since: string
  /** The position within a window that is read in parts, or undefined between windows. */
  #progress: { until: string; after: string } | undefined
  #isDue = false
  #isClosed = false
  #running: Promise<void> | undefined
  #idleTimer: NodeJS.Timeout | undefined

  private constructor(options: ChangeFeedOptions, since: string) {
    this.#options = options
    this.#since = since
    this.#poll = setInterval(() => this.wake(), pollIntervalMs).unref()
  }

  /** Opens a feed that delivers all changes that commit after this call resolves. */
  static async open(options: ChangeFeedOptions) {
    return new ChangeFeed(options, await readCurrentSnapshot(options.pool))
  }

  /** Call this when a transaction may have been committed. */
  wake() {
    if (this.#isClosed) return
    if (this.#options.hasSubscribers()) this.#start()
    else this.#idleTimer ??= setTimeout(() => this.#start(), idleIntervalMs).unref()
  }

  #start() {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = undefined
    if (this.#isClosed) return
    this.#isDue = true
    this.#running ??= this.#run().finally(() => (this.#running = undefined))
  }

  async close() {
    this.#isClosed = true
    clearInterval(this.#poll)
    clearTimeout(this.#idleTimer)
    await this.#running
  }

  async #run() {
    while (this.#isDue && !this.#isClosed) {
      this.#isDue = false
      try {
        await this.#readAll()
      } catch (error) {
        const level = isConnectionLost(error) ? 'debug' : 'warn'
        this.#options.log[level](`Changes could not be read: ${messageOf(error)}`)
      }
    }
  }

  async #readAll() {
    const { hasSubscribers } = this.#options
    const withChanges = this.#progress !== undefined || hasSubscribers()
    let until = await this.#readPart(withChanges)
    while (until === undefined && !this.#isClosed) until = await this.#readPart(true)
    if (until === undefined) return
    // If a subscriber connected while the feed skipped changes, the feed reads again from the same snapshot.
    if (!withChanges && hasSubscribers()) this.#isDue = true
    else this.#since = until
  }

  /** Resolves with the snapshot at the end of the window, or with undefined if more parts follow. */
  async #readPart(withChanges: boolean): Promise<string | undefined> {
    const { pool, onChanges } = this.#options
    const window = { since: this.#since, ...this.#progress, withChanges }
    const { until, changes, rest } = await readChanges(pool, window)
    const hasMore = rest !== undefined
    // If the delivery fails, the next read returns this part again.
    if (hasMore && !this.#progress) this.#progress = { until, after: '-1' }
    if (changes.length > 0) await onChanges(changes, hasMore)
    this.#progress = hasMore ? { until, after: rest } : undefined
    return hasMore ? undefined : until
  }
}
