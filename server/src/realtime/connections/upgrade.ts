// Upgrades requests to WebSockets, after the same routes, hooks and limits as for other requests.
import { type IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'

/** The maximum size of a message. */
const maxFrameBytes = 64 * 1024

interface PendingUpgrade {
  socket: Socket
  head: Buffer
}

type OnOpen = (ws: WebSocket, socket: Socket) => void

export class WebSocketUpgrades {
  readonly #pending = new WeakMap<IncomingMessage, PendingUpgrade>()
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
  })

  /** Handles upgrade requests for this path, and other upgrade requests as plain HTTP. */
  constructor(app: FastifyInstance, path: string) {
    app.server.on('upgrade', (request, socket, head) => {
      if (!(socket instanceof Socket) || hasPendingResponse(request, socket)) socket.destroy()
      else if (isForPath(request, path)) this.#take(app, request, { socket, head })
      else passToHttp(app, request, { socket, head })
    })
  }

  isUpgrade({ raw }: FastifyRequest) {
    return this.#pending.has(raw)
  }

  accept({ raw }: FastifyRequest, reply: FastifyReply, onOpen: OnOpen) {
    const pending = this.#pending.get(raw)
    if (!pending) return
    const { socket, head } = pending
    this.#pending.delete(raw)
    reply.hijack()
    reply.raw.detachSocket(socket)
    this.#sockets.handleUpgrade(raw, socket, head, (ws) => onOpen(ws, socket))
  }

  #take(app: FastifyInstance, request: IncomingMessage, pending: PendingUpgrade) {
    const { socket } = pending
    // Without this handler, a client that disconnects now would cause an uncaught error.
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    response.assignSocket(socket)
    response.shouldKeepAlive = false
    response.on('finish', () => socket.end())
    this.#pending.set(request, pending)
    app.routing(request, response)
  }
}

/** Returns whether the socket still sends an earlier response, which a pipelined upgrade would disturb. */
function hasPendingResponse(request: IncomingMessage, socket: Socket) {
  const probe = new ServerResponse(request)
  try {
    probe.assignSocket(socket)
    probe.detachSocket(socket)
    return false
  } catch {
    return true
  }
}

function isForPath({ method, url = '', headers }: IncomingMessage, path: string) {
  const isPath = url === path || url.startsWith(`${path}?`)
  return method === 'GET' && isPath && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Passes the request to HTTP again without upgrade headers, because Node.js detaches the socket of every upgrade
 * request.
 */
function passToHttp(
  app: FastifyInstance,
  request: IncomingMessage,
  { socket, head }: PendingUpgrade,
) {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [
    `${method} ${url} HTTP/${httpVersion}`,
    ...withoutUpgradeHeaders(rawHeaders),
    '',
    '',
  ]
  socket.unshift(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), head]))
  app.server.emit('connection', socket)
}

function withoutUpgradeHeaders(rawHeaders: readonly string[]) {
  return Array.from({ length: rawHeaders.length / 2 }, (_, at) =>
    rawHeaders.slice(at * 2, at * 2 + 2),
  )
    .filter(([name = '']) => !/^(?:upgrade|http2-settings)$/iu.test(name))
    .map(
      ([name = '', value = '']) =>
        `${name}: ${isConnectionHeader(name) ? withoutUpgradeOption(value) : value}`,
    )
}

function isConnectionHeader(name: string) {
  return name.toLowerCase() === 'connection'
}

function withoutUpgradeOption(value: string) {
  const options = value.split(',').map((option) => option.trim())
  return options.filter((option) => !/^(?:upgrade|http2-settings)$/iu.test(option)).join(', ')
}
