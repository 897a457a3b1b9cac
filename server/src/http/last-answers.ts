import { Server } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'

/** Once the server is closing, an answer is the last one on its connection. */
export function endConnectionsOnClose(app: FastifyInstance) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
}

/** From an answer until whoever keeps the connection sends the next request on it, where both are busy. */
const keptBusy = 500

/**
 * Who calls anew is turned away first, right after all who had called were taken; so a proxy goes to another server.
 * Connections that are open have a while to end with an answer: closed between two, the next request is lost with them.
 */
export function takeLastRequests(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    await turn()
    // An HTTP server's own close would hang up idle connections at once.
    Server.prototype.close.call(app.server)
    const deadline = performance.now() + keptBusy
    while (performance.now() < deadline && (await hasConnections(app.server))) await sleep(10)
  })
}

async function hasConnections(server: Server) {
  return (await promisify(server.getConnections.bind(server))()) > 0
}
