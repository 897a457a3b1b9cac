// Stubs the realtime connection of component tests.
import * as z from 'zod/mini'

/** The reference of the channel's join, the message's own reference, the topic, the event and the payload. */
const frameShape = z.tuple([
  z.nullable(z.string()),
  z.nullable(z.string()),
  z.string(),
  z.string(),
  z.unknown(),
])
type Frame = z.infer<typeof frameShape>

/** The event `*` means every event. */
const bindingShape = z.object({
  event: z.string(),
  schema: z.string(),
  table: z.string(),
  filter: z.optional(z.string()),
})
const joinShape = z.object({ config: z.object({ postgres_changes: z.array(bindingShape) }) })

interface TableBinding extends z.infer<typeof bindingShape> {
  id: number
  topic: string
}

const sockets = new Set<LiveSocket>()
let lastBindingId = 0

type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'
type Row = Record<string, unknown>

/**
 * Sends a changed row to the subscribers whose table, event and filter match. `before` has the columns of the row before
 * an update that the subscriber saw. By default they did not see it.
 */
export function sendChange(table: string, type: ChangeType, record: Row, before: Row = {}) {
  for (const socket of sockets) socket.sendChange(table, type, record, before)
}

/** Sends a broadcast to a conversation's topic: `sendBroadcast('consultation:…', 'typing', {}, sender)`. */
export function sendBroadcast(topic: string, event: string, payload: unknown, sender: string) {
  const body = { type: 'broadcast', event, payload, meta: { sender } }
  for (const socket of sockets) socket.receive([null, null, `realtime:${topic}`, 'broadcast', body])
}

export function isSubscribedTo(table: string) {
  return [...sockets].some((socket) => socket.bindings.some((binding) => binding.table === table))
}

/** Closes every connection, as a network failure would. */
export function dropConnections() {
  for (const socket of sockets) socket.close()
}

export class LiveSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3

  /** Call this only together with `vi.resetModules()`, which also drops the Supabase client. */
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

  sendChange(table: string, type: ChangeType, record: Row, before: Row) {
    const matching = this.bindings.filter(
      (binding) => binding.table === table && subscribesTo(binding, type, record),
    )
    for (const { id, topic } of matching) {
      const isDeletion = type === 'DELETE'
      const data = {
        schema: 'public',
        table,
        type,
        commit_timestamp: new Date().toISOString(),
        columns: Object.keys(record).map((name) => ({ name, type: 'text' })),
        record: isDeletion ? {} : record,
        old_record: isDeletion ? record : before,
        errors: null,
      }
      this.receive([null, null, topic, 'postgres_changes', { ids: [id], data }])
    }
  }

  #unbind(topic: string) {
    this.bindings = this.bindings.filter((binding) => binding.topic !== topic)
  }

  /** Assigns a number to each binding of a join, as the server does. */
  #bind(topic: string, body: unknown) {
    return joinShape.parse(body).config.postgres_changes.map((filterConfig) => {
      lastBindingId += 1
      const binding = Object.assign(filterConfig, { id: lastBindingId })
      this.bindings.push({ ...binding, topic })
      return binding
    })
  }
}

/** Deletions are reported regardless of the filter. */
function subscribesTo({ event, filter }: TableBinding, type: ChangeType, record: Row) {
  if (event !== '*' && event !== type) return false
  return type === 'DELETE' || filter === undefined || matchesFilter(record, filter)
}

/** Returns whether a row matches a filter such as `job_id=eq.…`. */
function matchesFilter(record: Row, filter: string) {
  const [, column, value] = /^(\w+)=eq\.(.*)$/.exec(filter) ?? []
  if (column === undefined) throw new Error(`The filter ${filter} is not supported.`)
  return Object.hasOwn(record, column) && String(record[column]) === value
}
