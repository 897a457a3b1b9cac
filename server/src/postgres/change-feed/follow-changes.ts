// Follows the changes of the database, and notifies the other servers that share the database.
import type { Client } from 'pg'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import type { Pool } from '../database.ts'
import { HostClient } from '../hosts.ts'
import { listen } from '../listen.ts'
import { type Change, ChangeFeed } from './change-feed.ts'

export type { Change }

interface ChangeFollower {
  /** Call this after each commit of this server. */
  onCommit: () => void
  close: () => Promise<void>
}

interface FollowOptions {
  pool: Pool
  log: Log
  /** True if other servers may use the same database. */
  isShared: boolean
  hasSubscribers: () => boolean
  onChanges: (changes: Change[], hasMore: boolean) => Promise<void>
}

export async function followChanges({
  isShared,
  ...options
}: FollowOptions): Promise<ChangeFollower> {
  const { pool, log } = options
  const feed = await ChangeFeed.open(options)
  if (!isShared) return { onCommit: () => feed.wake(), close: () => feed.close() }
  const notifier = new ChangeNotifier(pool, log)
  const stopListening = await listen(pool, changesChannel, {
    onNotify: async () => feed.wake(),
    log,
  })
  return {
    onCommit: () => {
      feed.wake()
      notifier.notify()
    },
    close: async () => {
      await Promise.all([feed.close(), notifier.close(), stopListening()])
    },
  }
}

export const changesChannel = 'realtime_changes'

/**
 * Notifies outside the writing transactions, because a NOTIFY in each of them would cost most of the throughput of
 * writes.
 */
export class ChangeNotifier {
  readonly #pool: Pool
  readonly #log: Log
  #client: Client | undefined
  #isDue = false
  #running: Promise<void> | undefined
  #isClosed = false

  constructor(pool: Pool, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  notify() {
    if (this.#isClosed) return
    this.#isDue = true
    this.#running ??= this.#run().finally(() => (this.#running = undefined))
  }

  async close() {
    this.#isClosed = true
    await this.#running
    await this.#disconnect()
  }

  async #run() {
    while (this.#isDue && !this.#isClosed) {
      this.#isDue = false
      try {
        this.#client ??= await this.#connect()
        await this.#client.query(`notify ${changesChannel}`)
      } catch (error) {
        // A lost notification does little harm, because the other servers also poll every second.
        this.#log.debug(messageOf(error))
        await this.#disconnect()
      }
    }
  }

  async #disconnect() {
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  async #connect() {
    const client = new HostClient(this.#pool.options)
    client.on('error', (error) => this.#log.debug(error.message))
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined
    })
    try {
      await client.connect()
      // Without this setting, each notification would wait for the disk and delay all later ones.
      await client.query('set synchronous_commit = off')
      return client
    } catch (error) {
      await client.end()
      throw error
    }
  }
}
