// A minimal HTTP client for the simulated users. It keeps a few connections open, with one request
// at a time on each. Bodies need a Content-Length. A full client would take processor time from the
// server.
import { connect, type Socket } from 'node:net'

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
const most = 6
const patience = 60_000

export class Lines {
  readonly #port: number
  readonly #all = new Set<Line>()
  readonly #idle: Line[] = []
  readonly #waiting: Pending[] = []

  constructor(port: number) {
    this.#port = port
  }

  ask(request: LeanRequest): Promise<LeanResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<LeanResponse>()
    const pending = { bytes: bytesOf(request), isHead: request.method === 'HEAD', resolve, reject }
    const line = this.#idle.pop()
    if (line) line.send(pending)
    else if (this.#all.size < most) this.#open().send(pending)
    else this.#waiting.push(pending)
    return promise
  }

  #open() {
    const line: Line = new Line(this.#port, {
      free: () => {
        const next = this.#waiting.shift()
        if (next) line.send(next)
        else this.#idle.push(line)
      },
      ended: () => {
        if (!this.#all.delete(line)) return
        const place = this.#idle.indexOf(line)
        if (place >= 0) this.#idle.splice(place, 1)
        const next = this.#waiting.shift()
        if (next) this.#open().send(next)
      },
    })
    this.#all.add(line)
    return line
  }
}

interface Owner {
  free: () => void
  ended: () => void
}

class Line {
  readonly #socket: Socket
  readonly #owner: Owner
  #pending: Pending | undefined
  #kept: Buffer | undefined

  constructor(port: number, owner: Owner) {
    this.#owner = owner
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true)
    this.#socket.setTimeout(patience, () => this.#end(new Error('No response in time.')))
    let reason = new Error('The line was cut.')
    this.#socket.on('error', (error) => (reason = error))
    this.#socket.on('close', () => this.#end(reason))
    this.#socket.on('data', (bytes) => this.#hear(bytes))
  }

  send(pending: Pending) {
    this.#pending = pending
    this.#socket.write(pending.bytes)
  }

  #end(reason: Error) {
    this.#socket.destroy()
    this.#pending?.reject(reason)
    this.#pending = undefined
    this.#owner.ended()
  }

  #hear(bytes: Buffer) {
    const all = this.#kept ? Buffer.concat([this.#kept, bytes]) : bytes
    const response = answerIn(all, this.#pending?.isHead ?? false)
    this.#kept = response ? undefined : all
    if (!response) return
    const { resolve } = this.#pending ?? {}
    this.#pending = undefined
    resolve?.(response)
    this.#owner.free()
  }
}

function bytesOf({ method, path, headers, body }: LeanRequest) {
  const content = body === undefined ? '' : JSON.stringify(body)
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(content)}\r\n`
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${content}`
}

/** Returns the response, or undefined while it is incomplete. */
function answerIn(all: Buffer, isHead: boolean): LeanResponse | undefined {
  const headEnd = all.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = all.toString('latin1', 0, headEnd)
  const status = Number(head.slice(9, 12))
  if (isHead || status === 204) return { status, body: '' }
  const length = Number(/\r\ncontent-length: *(\d+)/iu.exec(head)?.[1])
  if (Number.isNaN(length)) throw new Error(`A response without a length: ${head}`)
  const start = headEnd + 4
  if (all.length < start + length) return undefined
  return { status, body: all.toString('utf8', start, start + length) }
}
