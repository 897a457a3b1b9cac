// Tells the other servers of a database that something was committed. On a connection of its own and with at most
// one word under way: inside the writing transactions it would cost them most of their throughput.
import type { Client, Pool } from 'pg'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import { HostClient } from '../hosts.ts'

export const changesChannel = 'realtime_changes'

export class Bell {
  readonly #pool: Pool
  readonly #log: Log
  #client: Client | undefined
  #isDue = false
  #ringing: Promise<void> | undefined
  #isClosed = false

  constructor(pool: Pool, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  ring() {
    if (this.#isClosed) return
    this.#isDue = true
    this.#ringing ??= this.#run().finally(() => (this.#ringing = undefined))
  }

  async close() {
    this.#isClosed = true
    await this.#ringing
    await this.#hangUp()
  }

  async #run() {
    while (this.#isDue && !this.#isClosed) {
      this.#isDue = false
      try {
        this.#client ??= await this.#open()
        await this.#client.query(`notify ${changesChannel}`)
      } catch (error) {
        // The others look by themselves each second.
        this.#log.debug(messageOf(error))
        await this.#hangUp()
      }
    }
  }

  async #hangUp() {
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  async #open() {
    const client = new HostClient(this.#pool.options)
    client.on('error', (error) => this.#log.debug(error.message))
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined
    })
    try {
      await client.connect()
      // A word needs no disk, and while it waited for one it would hold up every other.
      await client.query('set synchronous_commit = off')
      return client
    } catch (error) {
      await client.end()
      throw error
    }
  }
}
