// Words between the servers of a database, at most once each: by NOTIFY, on a connection of its own and outside of
// what anybody writes. A word that is longer than NOTIFY takes goes in parts, in one transaction and so in one piece.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Notification, Pool } from 'pg'
import { z } from 'zod'
import type { Log } from '../log.ts'
import { messageOf } from '../message-of.ts'
import { HostClient } from './hosts.ts'

const channel = 'realtime_words'
/** NOTIFY takes 8,000 bytes, and what is said here has one byte for each character. */
const longestPart = 7000
/** Characters that wait while the database is slow; the rest is lost, as for any listener who is away. */
const mostWaiting = 16 * 1024 * 1024
const pause = 1000

/** Whose word it is and which one, which part of how many, and its bytes in base64. */
const part = z.tuple([z.string(), z.number(), z.number(), z.number(), z.string()])

interface Begun {
  word: number
  parts: string[]
}

interface Listener {
  /** What was said, and by whom. */
  heard: (word: unknown, from: string) => void
  /** At the beginning, and again after the connection was away: what was said before is lost. */
  opened: () => void
}

export class Relay {
  readonly id = randomUUID()
  readonly #pool: Pool
  readonly #log: Log
  readonly #end = new AbortController()
  /** By who says it. */
  readonly #begun = new Map<string, Begun>()
  #listener: Listener | undefined
  #said = 0
  #client: Client | undefined
  #isOpen = false
  #waiting: string[] = []
  #length = 0
  #telling: Promise<void> | undefined

  constructor(pool: Pool, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  /** From here on what others say is heard. */
  async open(listener: Listener) {
    this.#listener = listener
    this.#client = await this.#connect()
    listener.opened()
  }

  get isOpen() {
    return this.#isOpen
  }

  /** Characters of words that are not told yet. */
  get waiting() {
    return this.#length
  }

  /** Resolves when there are none. */
  async told() {
    await this.#telling
  }

  /** To all the others. */
  tell(text: string) {
    if (this.#end.signal.aborted) return
    if (this.#length + text.length > mostWaiting) {
      this.#log.debug('A word to the other servers is lost: the database does not take them.')
      return
    }
    this.#waiting.push(text)
    this.#length += text.length
    this.#telling ??= this.#tellAll().finally(() => (this.#telling = undefined))
  }

  async close() {
    this.#end.abort()
    await this.#telling
    await this.#client?.end()
  }

  async #tellAll() {
    while (this.#waiting.length > 0) {
      const parts = this.#waiting.flatMap((text) => this.#partsOf(text))
      this.#waiting = []
      this.#length = 0
      try {
        await this.#client?.query(
          'select pg_notify($1, part) from unnest($2::text[]) with ordinality as each (part, place) order by place',
          [channel, parts],
        )
      } catch (error) {
        this.#log.debug(messageOf(error))
      }
    }
  }

  #partsOf(text: string) {
    const bytes = Buffer.from(text).toString('base64')
    const count = Math.ceil(bytes.length / longestPart)
    this.#said += 1
    // Numbered, also because of two that are alike within a transaction NOTIFY tells but one.
    return Array.from({ length: count }, (_, at) => {
      const own = bytes.slice(at * longestPart, (at + 1) * longestPart)
      return JSON.stringify([this.id, this.#said, at, count, own])
    })
  }

  #hear({ payload = '' }: Notification) {
    const read = part.safeParse(parsed(payload))
    if (!read.success || read.data[0] === this.id) return
    const [from, word, at, count, bytes] = read.data
    const begun = at === 0 ? { word, parts: [] } : this.#begun.get(from)
    if (begun?.word !== word || begun.parts.length !== at) return
    begun.parts.push(bytes)
    this.#begun.set(from, begun)
    if (begun.parts.length < count) return
    this.#begun.delete(from)
    const text = Buffer.from(begun.parts.join(''), 'base64').toString()
    this.#listener?.heard(parsed(text), from)
  }

  async #connect() {
    const client = new HostClient(this.#pool.options)
    client.on('error', (error) => this.#log.debug(error.message))
    client.on('notification', (notification) => this.#hear(notification))
    try {
      await client.connect()
      // A word needs no disk.
      await client.query(`set synchronous_commit = off; listen ${channel}`)
    } catch (error) {
      await client.end()
      throw error
    }
    client.once('end', () => void this.#reconnect())
    this.#isOpen = true
    return client
  }

  async #reconnect() {
    this.#isOpen = false
    // Of a word that was cut off the rest will not come.
    this.#begun.clear()
    while (!this.#end.signal.aborted) {
      try {
        this.#client = await this.#connect()
        if (this.#end.signal.aborted) await this.#client.end()
        else this.#listener?.opened()
        return
      } catch (error) {
        this.#log.debug(messageOf(error))
        await sleep(pause, undefined, { ref: false })
      }
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
