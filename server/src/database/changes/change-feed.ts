// Hands on what is committed in the database, each change once and as soon as it is there.
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import { isConnectionLost } from '../error-code.ts'
import type { Pool } from '../database.ts'
import { type Change, presentMoment, readChanges } from './read-changes.ts'

export type { Change }

interface Options {
  pool: Pool
  log: Log
  /** False while nobody listens: then only the moment moves on. */
  isWanted: () => boolean
  /** In the order of their ids; the next ones come when it is done. */
  heard: (changes: Change[]) => Promise<void>
}

/** For what nobody told us of. */
const pollEvery = 1000

export class ChangeFeed {
  readonly #options: Options
  readonly #poll: NodeJS.Timeout
  #since: string
  #isDue = false
  #isClosed = false
  #running: Promise<void> | undefined

  private constructor(options: Options, since: string) {
    this.#options = options
    this.#since = since
    this.#poll = setInterval(() => this.wake(), pollEvery).unref()
  }

  /** What is committed after this resolved will be told. */
  static async open(options: Options) {
    return new ChangeFeed(options, await presentMoment(options.pool))
  }

  /** Something may have been committed. */
  wake() {
    if (this.#isClosed) return
    this.#isDue = true
    this.#running ??= this.#run().finally(() => (this.#running = undefined))
  }

  async close() {
    this.#isClosed = true
    clearInterval(this.#poll)
    await this.#running
  }

  async #run() {
    while (this.#isDue && !this.#isClosed) {
      this.#isDue = false
      try {
        await this.#readOn()
      } catch (error) {
        const level = isConnectionLost(error) ? 'debug' : 'warn'
        this.#options.log[level](`Changes could not be read: ${messageOf(error)}`)
      }
    }
  }

  async #readOn() {
    const { pool, heard, isWanted } = this.#options
    const since = this.#since
    const withChanges = isWanted()
    let until: string | undefined
    let after: string | undefined
    do {
      const part = await readChanges(pool, { since, until, after, withChanges })
      until = part.until
      after = part.rest
      if (part.changes.length > 0) await heard(part.changes)
    } while (after !== undefined && !this.#isClosed)
    // Whoever began to listen meanwhile may have missed what was passed over: look again from the same moment.
    if (!withChanges && isWanted()) this.#isDue = true
    else this.#since = until
  }
}
