// Handles one WebSocket. It handles one message at a time, and limits the buffer for outgoing frames.
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Channel, FrameSink } from '../channels/channel.ts'
import type { ProtocolVersion } from '../protocol/message.ts'

/** A client with more unread bytes than this is disconnected. It loads the current data after it reconnects. */
const maxBufferedBytes = 1024 * 1024
/** Above this number of unread bytes, the next message waits. Replies alone therefore never disconnect a client. */
const maxUnreadBytes = maxBufferedBytes / 4
/** With this many pending messages, the server pauses reading from the socket. */
const maxPending = 16
/** If the client does not answer a close within this time, the connection is terminated. */
const closeTimeoutMs = 2000

export interface Client {
  apikey: string
  /** The client's network, which is the key of its connection quota. */
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
  /** The number of consecutive messages over the quota. */
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

  /** Runs the tasks one at a time, in their order. */
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

  /** Writes the frame without changing it, because many connections share the buffer. */
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
    // A paused socket would never read the client's response to the close.
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

  /** Sends all frames of one tick in one packet. */
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
