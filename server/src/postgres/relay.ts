// Sends messages between the servers that share a database. Each message is delivered at most once. A message that is
// too long for a single NOTIFY is sent in parts, within one transaction.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Notification, Pool } from 'pg'
import { z } from 'zod'
import type { Log } from '../log.ts'
import { messageOf } from '../message-of.ts'
import { parseJson } from '../parse-json.ts'
import { HostClient } from './hosts.ts'

const channel = 'realtime_words'
/** NOTIFY accepts 8,000 bytes, and the other fields of the payload need some of them. The payload is ASCII. */
const maxPartLength = 7000
/** This many characters may wait while the database is slow. Further messages are dropped. */
const maxPendingLength = 16 * 1024 * 1024
const reconnectDelayMs = 1000

/** The sender's id, the message's number, the part's index, the number of parts, and the part in base64. */
const partSchema = z.tuple([z.string(), z.number(), z.number(), z.number(), z.string()])

interface PartialMessage {
  number: number
  parts: string[]
}

interface RelayListener {
  onMessage: (message: unknown, from: string) => void
  /** Called each time the relay has opened a connection. Earlier messages of other servers may be lost. */
  onOpen: () => void
}

export class Relay {
  readonly id = randomUUID()
  readonly #pool: Pool
  readonly #log: Log
  readonly #end = new AbortController()
  /** Messages that still lack some parts, by sender. */
  readonly #partial = new Map<string, PartialMessage>()
  #listener: RelayListener | undefined
  #sentCount = 0
  #client: Client | undefined
  #isOpen = false
  #pending: string[] = []
  #length = 0
  #sending: Promise<void> | undefined

  constructor(pool: Pool, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  /** Connects, so that the listener receives the messages of other servers. */
  async open(listener: RelayListener) {
    this.#listener = listener
    this.#client = await this.#connect()
    listener.onOpen()
  }

  get isOpen() {
    return this.#isOpen
  }

  /** Returns the number of characters that wait to be sent. */
  get pendingLength() {
    return this.#length
  }

  /** Resolves when all messages are sent. */
  async flushed() {
    await this.#sending
  }

  send(text: string) {
    if (this.#end.signal.aborted) return
    if (this.#length + text.length > maxPendingLength) {
      this.#log.debug('A message to the other servers is dropped: the database is too slow.')
      return
    }
    this.#pending.push(text)
    this.#length += text.length
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined))
  }

  async close() {
    this.#end.abort()
    await this.#sending
    await this.#client?.end()
  }

  async #sendAll() {
    while (this.#pending.length > 0) {
      const parts = this.#pending.flatMap((text) => this.#split(text))
      this.#pending = []
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

  #split(text: string) {
    const bytes = Buffer.from(text).toString('base64')
    const count = Math.ceil(bytes.length / maxPartLength)
    this.#sentCount += 1
    // The message number makes equal messages differ, because NOTIFY delivers equal payloads of a transaction only
    // once.
    return Array.from({ length: count }, (_, index) => {
      const part = bytes.slice(index * maxPartLength, (index + 1) * maxPartLength)
      return JSON.stringify([this.id, this.#sentCount, index, count, part])
    })
  }

  #receive({ payload = '' }: Notification) {
    const read = partSchema.safeParse(parseJson(payload))
    if (!read.success || read.data[0] === this.id) return
    const [from, number, index, count, bytes] = read.data
    const partial = index === 0 ? { number, parts: [] } : this.#partial.get(from)
    if (partial?.number !== number || partial.parts.length !== index) return
    partial.parts.push(bytes)
    this.#partial.set(from, partial)
    if (partial.parts.length < count) return
    this.#partial.delete(from)
    const text = Buffer.from(partial.parts.join(''), 'base64').toString()
    this.#listener?.onMessage(parseJson(text), from)
  }

  async #connect() {
    const client = new HostClient(this.#pool.options)
    client.on('error', (error) => this.#log.debug(error.message))
    client.on('notification', (notification) => this.#receive(notification))
    try {
      await client.connect()
      // Messages need not survive a crash, so their commits do not wait for the disk.
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
    // The missing parts of these messages were lost with the connection.
    this.#partial.clear()
    while (!this.#end.signal.aborted) {
      try {
        this.#client = await this.#connect()
        if (this.#end.signal.aborted) await this.#client.end()
        else this.#listener?.onOpen()
        return
      } catch (error) {
        this.#log.debug(messageOf(error))
        await sleep(reconnectDelayMs, undefined, { ref: false })
      }
    }
  }
}
