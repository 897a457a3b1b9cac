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

  constructor(app: FastifyInstance) {
    app.server.on('upgrade', (request, socket, head) => {
      if (!(socket instanceof Socket)) {
        socket.destroy()
        return
      }
      // Whoever hangs up meanwhile is simply gone.
      socket.on('error', () => socket.destroy())
      const response = new ServerResponse(request)
      response.assignSocket(socket)
      response.shouldKeepAlive = false
      response.on('finish', () => socket.end())
      this.#waiting.set(request, { socket, head })
      app.routing(request, response)
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
}
