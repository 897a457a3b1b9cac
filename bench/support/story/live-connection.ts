// Opens a user's socket. Like the socket of the web app, it has one channel per subscription and
// uses version 2 of the protocol.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'

export interface TableFilter {
  table: string
  filter?: string
}

export interface Change {
  table: string
  event: 'INSERT' | 'UPDATE' | 'DELETE'
  row: Record<string, unknown>
}

const frame = z.tuple([z.unknown(), z.unknown(), z.string(), z.string(), z.unknown()])
const reply = z.object({ status: z.string() })
const changePayload = z.object({
  data: z.object({
    table: z.string(),
    type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
    record: z.record(z.string(), z.unknown()).optional(),
    old_record: z.record(z.string(), z.unknown()).optional(),
  }),
})

const broadcastPayload = z.object({ event: z.string(), payload: z.unknown() })

const heartbeatMs = 25_000

interface LiveConnectionOptions {
  port: number
  anonKey: string
  token: string
  address: string
  onChange: (change: Change) => void
  onBroadcast: (event: string, payload: unknown) => void
  onClose: () => void
}

export class LiveConnection {
  readonly #socket: WebSocket
  readonly #token: string
  readonly #onChange: (change: Change) => void
  readonly #onBroadcast: (event: string, payload: unknown) => void
  readonly #joining = new Map<string, () => void>()
  #ref = 0

  constructor({
    port,
    anonKey,
    token,
    address,
    onChange,
    onBroadcast,
    onClose,
  }: LiveConnectionOptions) {
    const url = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`
    const headers = { 'x-forwarded-for': address }
    this.#socket = new WebSocket(url, { perMessageDeflate: false, headers })
    this.#token = token
    this.#onChange = onChange
    this.#onBroadcast = onBroadcast
    this.#socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) this.#read(data.toString())
    })
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', onClose)
    setInterval(() => this.#send('phoenix', 'heartbeat', {}), heartbeatMs)
  }

  async waitUntilOpen() {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, 'open')
    return this
  }

  /**
   * Resolves when the server has accepted the subscription. From then on, the server delivers every
   * matching change.
   */
  async subscribe(tableFilter: TableFilter) {
    const change = { event: '*', schema: 'public', ...tableFilter }
    await this.#join(`${tableFilter.table} ${this.#ref + 1}`, { postgres_changes: [change] })
  }

  /** Resolves once the server delivers every broadcast on the private topic. */
  async subscribeToTopic(topic: string) {
    await this.#join(topic, { private: true })
  }

  async #join(name: string, config: object) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const topic = `realtime:${name}`
    this.#joining.set(topic, resolve)
    this.#send(topic, 'phx_join', { config, access_token: this.#token })
    await promise
  }

  #send(topic: string, event: string, payload: object) {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    this.#ref += 1
    const ref = String(this.#ref)
    this.#socket.send(
      JSON.stringify([event === 'phx_join' ? ref : null, ref, topic, event, payload]),
    )
  }

  #read(text: string) {
    const [, , topic, event, payload] = frame.parse(JSON.parse(text))
    if (event === 'phx_reply' && topic !== 'phoenix') {
      if (reply.parse(payload).status !== 'ok') throw new Error(`A join was refused: ${text}`)
      this.#joining.get(topic)?.()
    }
    if (event === 'broadcast') {
      const broadcast = broadcastPayload.parse(payload)
      this.#onBroadcast(broadcast.event, broadcast.payload)
    }
    if (event !== 'postgres_changes') return
    const {
      table,
      type,
      record = {},
      old_record: oldRecord = {},
    } = changePayload.parse(payload).data
    this.#onChange({ table, event: type, row: type === 'DELETE' ? oldRecord : record })
  }
}

/**
 * Returns whether a change matches the filter. A deletion contains only the row's key, and the
 * server sends it to every subscriber of the table.
 */
export function matchesFilter(filter: string | undefined, row: Record<string, unknown>) {
  const [, column = '', value = ''] = /^(\w+)=eq\.(.*)$/u.exec(filter ?? '') ?? []
  return !(column in row) || row[column] === value
}
