// Handles one WebSocket. Its messages are handled one after the other, and its outgoing frames are buffered only
// briefly.
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Channel, FrameSink } from '../channels/channel.ts'
import type { ProtocolVersion } from '../protocol/message.ts'

/** A client that reads too slowly is disconnected. It catches up by reading the data after it reconnects. */
const maxBufferedBytes = 1024 * 1024
/** With more unread bytes, no further message is handled, so replies alone never get a client disconnected. */
const maxUnreadBytes = maxBufferedBytes / 4
/** With more pending messages, the server pauses reading from the socket. */
const maxPending = 16
/** A close that the client does not answer is forced after this time. */
const closeTimeoutMs = 2000

export interface Client {
  apikey: string
  /** The key for the quota of an address. */
  network: string
  version: ProtocolVersion
}

export class Connection implements FrameSink {
  readonly id = randomUUID()
  readonly apikey: string
  readonly network: string
  readonly version: ProtocolVersion
  /** The channels by topic. */
  readonly channels = new Map<string, Channel>()
  /** The users who joined a channel over this connection. */
  readonly userIds = new Set<string>()
  lastReceivedAt = Date.now()
  /** The last time when the connection had a channel. */
  lastUsedAt = Date.now()
  /** Counts the consecutive messages that the client sent over its quota. */
  ignoredRefusals = 0
  readonly #ws: WebSocket
  readonly #socket: Duplex
  #isClosing = false
  #isCorked = false
  #pending = 0
  #last = Promise.resolve()

  constructor(ws: WebSocket, socket: Duplex, { apikey, network, version }: Client) {
    this.#ws = ws
    this.#socket = socket
    this.apikey = apikey
    this.network = network
    this.version = version
  }

  /** Runs one task after the other. */
  enqueue(task: () => Promise<void>) {
    this.#pending += 1
    if (this.#pending >= maxPending) this.#ws.pause()
    const answered = this.#last.then(task).then(() => this.#drained())
    this.#last = answered.finally(() => {
      this.#pending -= 1
      if (this.#pending === 0) this.#ws.resume()
    })
  }

  get isClosing() {
    return this.#isClosing
  }

  /** Writes the frame as it is, because many connections share it. */
  send(frame: Buffer) {
    if (this.#isClosing) return
    if (this.#socket.writableLength + frame.length > maxBufferedBytes) {
      this.#isClosing = true
      this.#ws.terminate()
      return
    }
    this.#corkForTick()
    this.#socket.write(frame)
  }

  close(code: number, reason: string) {
    if (this.#isClosing) return
    this.#isClosing = true
    // A paused socket would never receive the response to the close.
    this.#ws.resume()
    this.#ws.close(code, reason)
    setTimeout(() => this.#ws.terminate(), closeTimeoutMs).unref()
  }

  end() {
    this.#isClosing = true
    this.#ws.terminate()
  }

  async #drained() {
    if (this.#socket.writableLength <= maxUnreadBytes || this.#isClosing) return
    const drained = Promise.withResolvers<void>()
    this.#socket.once('drain', drained.resolve).once('close', drained.resolve)
    await drained.promise
    this.#socket.off('drain', drained.resolve).off('close', drained.resolve)
  }

  /** Frames that are sent in the same tick go out in one packet. */
  #corkForTick() {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#socket.cork()
    process.nextTick(() => {
      this.#isCorked = false
      this.#socket.uncork()
    })
  }
}
