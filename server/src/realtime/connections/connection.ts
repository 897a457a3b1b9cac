// Handles the messages of a WebSocket one at a time, and limits the buffer for outgoing frames.
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Channel, FrameSink } from '../channels/channel.ts'
import type { ProtocolVersion } from '../protocol/message.ts'

/** The server disconnects a client with more unread bytes than this. */
const maxBufferedBytes = 1024 * 1024
/**
 * Above this many unread bytes, the server delays the client's next message, so that replies never reach
 * `maxBufferedBytes`.
 */
const maxUnreadBytes = maxBufferedBytes / 4
/** With this many pending messages, the server pauses reading from the socket. */
const maxPending = 16
/** If the client does not answer a close within this time, the server terminates the connection. */
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
  readonly channels = new Map<string, Channel>()
  /** The users who joined a channel over this connection. */
  readonly userIds = new Set<string>()
  lastReceivedAt = Date.now()
  /** The time at which the connection last had a channel. */
  lastUsedAt = Date.now()
  /** The number of consecutive messages that exceeded the quota. */
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

  /** Sends a frame without changing its bytes, which several connections share. */
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
    // The client's response to the close can be read only if the socket is not paused.
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

  /** Sends all frames of one tick in one write. */
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
