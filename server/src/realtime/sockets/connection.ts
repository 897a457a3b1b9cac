// One socket: what comes in is handled one after the other, what goes out is never kept for long.
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Channel, Outlet } from '../channels/channel.ts'
import type { Version } from '../wire/message.ts'

/** Whoever reads so slowly is closed: his next connection catches up by reading. */
const mostBuffered = 1024 * 1024
/** While more is unread nothing is answered: so what somebody asks for never gets him closed. */
const mostUnread = mostBuffered / 4
/** While so much waits to be handled nothing more is taken from the socket. */
const mostPending = 16
/** Until a close that is not answered is carried out. */
const goodbyeTakes = 2000

export interface Client {
  apikey: string
  /** Whose addresses are counted together. */
  network: string
  version: Version
}

export class Connection implements Outlet {
  readonly id = randomUUID()
  readonly apikey: string
  readonly network: string
  readonly version: Version
  /** By topic. */
  readonly channels = new Map<string, Channel>()
  /** Who joined in it. */
  readonly people = new Set<string>()
  /** The last moment in which the client was heard, and in which it had a channel. */
  heardAt = Date.now()
  usedAt = Date.now()
  /** How often it went on after it was told to wait. */
  excess = 0
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

  /** Does one thing after the other. */
  enqueue(work: () => Promise<void>) {
    this.#pending += 1
    if (this.#pending >= mostPending) this.#ws.pause()
    const answered = this.#last.then(work).then(() => this.#drained())
    this.#last = answered.finally(() => {
      this.#pending -= 1
      if (this.#pending === 0) this.#ws.resume()
    })
  }

  get isClosing() {
    return this.#isClosing
  }

  /** The frame goes to the socket as it is: many share it. */
  send(frame: Buffer) {
    if (this.#isClosing) return
    if (this.#socket.writableLength + frame.length > mostBuffered) {
      this.#isClosing = true
      this.#ws.terminate()
      return
    }
    this.#corkForNow()
    this.#socket.write(frame)
  }

  close(code: number, reason: string) {
    if (this.#isClosing) return
    this.#isClosing = true
    // What is not read does not keep the close waiting for good.
    this.#ws.resume()
    this.#ws.close(code, reason)
    setTimeout(() => this.#ws.terminate(), goodbyeTakes).unref()
  }

  end() {
    this.#isClosing = true
    this.#ws.terminate()
  }

  async #drained() {
    if (this.#socket.writableLength <= mostUnread || this.#isClosing) return
    const drained = Promise.withResolvers<void>()
    this.#socket.once('drain', drained.resolve).once('close', drained.resolve)
    await drained.promise
    this.#socket.off('drain', drained.resolve).off('close', drained.resolve)
  }

  /** What is sent at the same moment goes out in one piece. */
  #corkForNow() {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#socket.cork()
    process.nextTick(() => {
      this.#isCorked = false
      this.#socket.uncork()
    })
  }
}
