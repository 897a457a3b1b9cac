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
/** Where somebody new calls at every moment, the door is closed on one of them all the same. */
const longestCalling = 1000
/** In milliseconds, as the others: a turn in which hardly anything else was done. */
const shortTurn = 0.1

/**
 * Who calls anew is turned away first, right after all who had called were taken; so a proxy goes to another server.
 * Connections that are open have a while to end with an answer: closed between two, the next request is lost with them.
 */
export function takeLastRequests(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    await untilNobodyCalls(app.server)
    // An HTTP server's own close would hang up idle connections at once.
    Server.prototype.close.call(app.server)
    const deadline = performance.now() + keptBusy
    while (performance.now() < deadline && (await hasConnections(app.server))) await sleep(10)
  })
}

/**
 * A turn of the loop takes one of those who called, and who still stands in the system's line when the door closes is
 * cut: so turn after turn, until one brought nobody. It has to be a short one, since whoever comes behind its look at
 * the line is cut too.
 */
async function untilNobodyCalls(server: Server) {
  let calls = 0
  const count = () => {
    calls += 1
  }
  server.on('connection', count)
  const deadline = performance.now() + longestCalling
  // The turn that is under way may have looked at the line before the last ones came.
  await turn()
  for (let isQuiet = false; !isQuiet && performance.now() < deadline;) {
    const [before, since] = [calls, performance.now()]
    await turn()
    isQuiet = calls === before && performance.now() - since < shortTurn
  }
  server.off('connection', count)
}

async function hasConnections(server: Server) {
  return (await promisify(server.getConnections.bind(server))()) > 0
}
