// From a request to a socket. An upgrade goes through the same routes, hooks and limits as any request; what is
// refused is answered as one.
import { type IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'

/** A frame; a broadcast or a token is far smaller. */
const longestFrame = 64 * 1024

interface Waiting {
  socket: Socket
  head: Buffer
}

type Use = (ws: WebSocket, socket: Socket) => void

export class Upgrades {
  readonly #waiting = new WeakMap<IncomingMessage, Waiting>()
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: longestFrame,
    perMessageDeflate: false,
  })

  /** Of upgrades at this path; any other may be asked for, and is passed over. */
  constructor(app: FastifyInstance, path: string) {
    app.server.on('upgrade', (request, socket, head) => {
      if (!(socket instanceof Socket) || isBusy(request, socket)) socket.destroy()
      else if (isOurs(request, path)) this.#take(app, request, { socket, head })
      else passOver(app, request, { socket, head })
    })
  }

  isWanted({ raw }: FastifyRequest) {
    return this.#waiting.has(raw)
  }

  take({ raw }: FastifyRequest, reply: FastifyReply, use: Use) {
    const waiting = this.#waiting.get(raw)
    if (!waiting) return
    const { socket, head } = waiting
    this.#waiting.delete(raw)
    reply.hijack()
    reply.raw.detachSocket(socket)
    this.#sockets.handleUpgrade(raw, socket, head, (ws) => use(ws, socket))
  }

  #take(app: FastifyInstance, request: IncomingMessage, waiting: Waiting) {
    const { socket } = waiting
    // Whoever hangs up meanwhile is simply gone.
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    response.assignSocket(socket)
    response.shouldKeepAlive = false
    response.on('finish', () => socket.end())
    this.#waiting.set(request, waiting)
    app.routing(request, response)
  }
}

/** Whoever did not wait for the last answer: what comes now would run into it. */
function isBusy(request: IncomingMessage, socket: Socket) {
  const probe = new ServerResponse(request)
  try {
    probe.assignSocket(socket)
    probe.detachSocket(socket)
    return false
  } catch {
    return true
  }
}

function isOurs({ method, url = '', headers }: IncomingMessage, path: string) {
  const isPath = url === path || url.startsWith(`${path}?`)
  return method === 'GET' && isPath && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Node has taken the connection out of HTTP: it begins there once more, without the wish. */
function passOver(app: FastifyInstance, request: IncomingMessage, { socket, head }: Waiting) {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`, ...headersBut(rawHeaders), '', '']
  socket.unshift(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), head]))
  app.server.emit('connection', socket)
}

function headersBut(rawHeaders: readonly string[]) {
  return Array.from({ length: rawHeaders.length / 2 }, (_, at) =>
    rawHeaders.slice(at * 2, at * 2 + 2),
  )
    .filter(([name = '']) => !/^(?:upgrade|http2-settings)$/iu.test(name))
    .map(([name = '', value = '']) => `${name}: ${isConnection(name) ? withoutWish(value) : value}`)
}

function isConnection(name: string) {
  return name.toLowerCase() === 'connection'
}

function withoutWish(value: string) {
  const options = value.split(',').map((option) => option.trim())
  return options.filter((option) => !/^(?:upgrade|http2-settings)$/iu.test(option)).join(', ')
}
