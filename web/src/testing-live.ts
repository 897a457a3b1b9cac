// Provides the realtime connection of component tests. It joins every channel, and a test sends changes of rows and
// broadcasts.
import * as z from 'zod/mini'

/**
 * The parts of a message: the reference of the join, the reference of the message, the topic, the event and its
 * content.
 */
const frameShape = z.tuple([
  z.nullable(z.string()),
  z.nullable(z.string()),
  z.string(),
  z.string(),
  z.unknown(),
])
type Frame = z.infer<typeof frameShape>

const joinShape = z.object({
  config: z.object({ postgres_changes: z.array(z.record(z.string(), z.unknown())) }),
})

interface TableBinding {
  id: number
  topic: string
  table: string
}

const sockets = new Set<LiveSocket>()
let lastBinding = 0

/** Sends a changed row to every subscriber of its table. */
export function sendChange(
  table: string,
  type: 'INSERT' | 'UPDATE' | 'DELETE',
  record: Record<string, unknown>,
) {
  for (const socket of sockets) socket.sendChange(table, type, record)
}

/** Sends a broadcast to a conversation's topic: `sendBroadcast('consultation:…', 'typing', {}, sender)`. */
export function sendBroadcast(topic: string, event: string, payload: unknown, sender: string) {
  const body = { type: 'broadcast', event, payload, meta: { sender } }
  for (const socket of sockets) socket.receive([null, null, `realtime:${topic}`, 'broadcast', body])
}

/** Returns whether a screen is subscribed to a table by now. */
export function isSubscribedTo(table: string) {
  return [...sockets].some((socket) => socket.bindings.some((binding) => binding.table === table))
}

/** Ends every connection, as if the network broke. */
export function dropConnections() {
  for (const socket of sockets) socket.close()
}

export class LiveSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3

  /** The Supabase client keeps its connection. This is only for clients of modules that are not used any more. */
  static forgetAll() {
    sockets.clear()
  }

  readyState = LiveSocket.CONNECTING
  binaryType = 'blob'
  bindings: TableBinding[] = []
  onopen: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onclose: ((event: CloseEvent) => void) | null = null
  onerror: ((event: Event) => void) | null = null

  constructor() {
    super()
    sockets.add(this)
    queueMicrotask(() => {
      this.readyState = LiveSocket.OPEN
      this.onopen?.(new Event('open'))
    })
  }

  send(text: unknown) {
    if (typeof text !== 'string') return
    const [join, ref, topic, event, body] = frameShape.parse(JSON.parse(text))
    if (event === 'phx_leave') this.#unbind(topic)
    const response = event === 'phx_join' ? { postgres_changes: this.#bind(topic, body) } : {}
    queueMicrotask(() => this.receive([join, ref, topic, 'phx_reply', { status: 'ok', response }]))
  }

  close() {
    this.readyState = LiveSocket.CLOSED
    sockets.delete(this)
    this.onclose?.(new CloseEvent('close', { code: 1006 }))
  }

  receive(frame: Frame) {
    if (this.readyState !== LiveSocket.OPEN) return
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }

  sendChange(table: string, type: string, record: Record<string, unknown>) {
    for (const { id, topic } of this.bindings.filter((binding) => binding.table === table)) {
      const isDeletion = type === 'DELETE'
      const data = {
        schema: 'public',
        table,
        type,
        commit_timestamp: new Date().toISOString(),
        columns: Object.keys(record).map((name) => ({ name, type: 'text' })),
        record: isDeletion ? {} : record,
        old_record: isDeletion ? record : {},
        errors: null,
      }
      this.receive([null, null, topic, 'postgres_changes', { ids: [id], data }])
    }
  }

  #unbind(topic: string) {
    this.bindings = this.bindings.filter((binding) => binding.topic !== topic)
  }

  /** Gives each filter of a join its number, as the server does. */
  #bind(topic: string, body: unknown) {
    return joinShape.parse(body).config.postgres_changes.map((filter) => {
      lastBinding += 1
      this.bindings.push({ id: lastBinding, topic, table: String(filter['table']) })
      return Object.assign(filter, { id: lastBinding })
    })
  }
}
