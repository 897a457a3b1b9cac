// Implements a minimal HTTP client for the simulated users. The client keeps a few connections open
// and sends one request at a time on each. Response bodies need a Content-Length. A full HTTP
// client would take more processor time from the server.
import { connect, type Socket } from 'node:net'
import { z } from 'zod'

export interface LeanRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  body?: object
}

export interface LeanResponse {
  status: number
  body: string
}

interface Pending {
  bytes: string
  isHead: boolean
  resolve: (response: LeanResponse) => void
  reject: (reason: Error) => void
}

/** Browsers open at most six connections to one server. */
const maxConnections = 6
const timeoutMs = 60_000

export class ConnectionPool {
  readonly #port: number
  readonly #connections = new Set<KeptConnection>()
  readonly #idle: KeptConnection[] = []
  readonly #waiting: Pending[] = []

  constructor(port: number) {
    this.#port = port
  }

  send(request: LeanRequest): Promise<LeanResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<LeanResponse>()
    const pending = {
      bytes: requestBytes(request),
      isHead: request.method === 'HEAD',
      resolve,
      reject,
    }
    const connection = this.#idle.pop()
    if (connection) connection.send(pending)
    else if (this.#connections.size < maxConnections) this.#open().send(pending)
    else this.#waiting.push(pending)
    return promise
  }

  #open() {
    const connection: KeptConnection = new KeptConnection(this.#port, {
      onIdle: () => {
        const next = this.#waiting.shift()
        if (next) connection.send(next)
        else this.#idle.push(connection)
      },
      onClose: () => {
        if (!this.#connections.delete(connection)) return
        const index = this.#idle.indexOf(connection)
        if (index >= 0) this.#idle.splice(index, 1)
        const next = this.#waiting.shift()
        if (next) this.#open().send(next)
      },
    })
    this.#connections.add(connection)
    return connection
  }
}

interface ConnectionEvents {
  onIdle: () => void
  onClose: () => void
}

class KeptConnection {
  readonly #socket: Socket
  readonly #events: ConnectionEvents
  #pending: Pending | undefined
  #buffered: Buffer | undefined

  constructor(port: number, events: ConnectionEvents) {
    this.#events = events
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true)
    this.#socket.setTimeout(timeoutMs, () => this.#end(new Error('No response in time.')))
    let reason = new Error('The line was cut.')
    this.#socket.on('error', (error) => (reason = error))
    this.#socket.on('close', () => this.#end(reason))
    this.#socket.on('data', (bytes) => this.#onData(bytes))
  }

  send(pending: Pending) {
    this.#pending = pending
    this.#socket.write(pending.bytes)
  }

  #end(reason: Error) {
    this.#socket.destroy()
    this.#pending?.reject(reason)
    this.#pending = undefined
    this.#events.onClose()
  }

  #onData(bytes: Buffer) {
    const received = this.#buffered ? Buffer.concat([this.#buffered, bytes]) : bytes
    const response = parseResponse(received, this.#pending?.isHead ?? false)
    this.#buffered = response ? undefined : received
    if (!response) return
    const { resolve } = this.#pending ?? {}
    this.#pending = undefined
    resolve?.(response)
    this.#events.onIdle()
  }
}

function requestBytes({ method, path, headers, body }: LeanRequest) {
  const content = body === undefined ? '' : JSON.stringify(body)
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(content)}\r\n`
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${content}`
}

/** Returns the response, or undefined while it is incomplete. */
function parseResponse(received: Buffer, isHead: boolean): LeanResponse | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = received.toString('latin1', 0, headEnd)
  const status = Number(head.slice(9, 12))
  if (isHead || status === 204) return { status, body: '' }
  const length = Number(/\r\ncontent-length: *(\d+)/iu.exec(head)?.[1])
  if (Number.isNaN(length)) throw new Error(`A response without a length: ${head}`)
  const start = headEnd + 4
  if (received.length < start + length) return undefined
  return { status, body: received.toString('utf8', start, start + length) }
}

const errorBody = z.looseObject({ code: z.string().optional(), error_code: z.string().optional() })

/** Returns the code of a refusal, or an empty text. */
export function errorCodeOf(body: string) {
  const parsed = errorBody.safeParse(body === '' ? {} : JSON.parse(body))
  return parsed.success ? (parsed.data.error_code ?? parsed.data.code ?? '') : ''
}

/** Returns the headers that supabase-js sends. A user who is not signed in has no token. */
export function headersOf(
  { port, anonKey }: { port: number; anonKey: string },
  token: string,
  address: string,
) {
  return {
    host: `127.0.0.1:${port}`,
    connection: 'keep-alive',
    'x-forwarded-for': address,
    apikey: anonKey,
    authorization: `Bearer ${token || anonKey}`,
    accept: '*/*',
    'accept-profile': 'public',
    'x-client-info': 'supabase-js-web/2.119.0',
  }
}

const idRows = z.array(z.object({ id: z.string() }))

export const idsIn = ({ body }: LeanResponse) => idRows.parse(JSON.parse(body)).map(({ id }) => id)
