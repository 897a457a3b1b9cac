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
  /**
   * In the order of their ids; the next ones come when it is done, and the same again if it fails. Cut off: more of
   * the same transactions comes.
   */
  heard: (changes: Change[], isCutOff: boolean) => Promise<void>
}

/** For what nobody told us of. */
const pollEvery = 1000

export class ChangeFeed {
  readonly #options: Options
  readonly #poll: NodeJS.Timeout
  #since: string
  /** How far it is in what came since then. */
  #progress: { until: string; after: string } | undefined
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
    const { isWanted } = this.#options
    const withChanges = this.#progress !== undefined || isWanted()
    let until = await this.#readPart(withChanges)
    while (until === undefined && !this.#isClosed) until = await this.#readPart(true)
    if (until === undefined) return
    // Whoever began to listen meanwhile may have missed what was passed over: look again from the same moment.
    if (!withChanges && isWanted()) this.#isDue = true
    else this.#since = until
  }

  /** The end of what there is, once it is reached. */
  async #readPart(withChanges: boolean): Promise<string | undefined> {
    const { pool, heard } = this.#options
    const window = { since: this.#since, ...this.#progress, withChanges }
    const { until, changes, rest } = await readChanges(pool, window)
    const isCutOff = rest !== undefined
    // What was read so far was read up to here; a failure now begins with this part.
    if (isCutOff && !this.#progress) this.#progress = { until, after: '-1' }
    if (changes.length > 0) await heard(changes, isCutOff)
    this.#progress = isCutOff ? { until, after: rest } : undefined
    return isCutOff ? undefined : until
  }
}
