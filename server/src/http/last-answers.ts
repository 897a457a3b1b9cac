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
/** Whoever keeps connections makes them in bursts, and there is none where for so long nobody called. */
const calm = 20
/** Where somebody new calls at every moment, the door is closed on one of them all the same. */
const longestCalling = 1000
/** In milliseconds, as the others: a turn in which next to nothing else was done takes a third of it on a quick machine. */
const shortTurn = 0.03

/**
 * Turns away who calls anew, right after all who had called were taken; so a proxy goes to another server. It comes
 * before the app is closed: from then on each answer ends its connection, and whoever had it calls anew.
 */
export async function closeDoor(server: Server) {
  const latest = watchCalls(server)
  await untilItIsCalm(latest)
  await untilNobodyCalls(latest)
  // An HTTP server's own close would hang up idle connections at once.
  Server.prototype.close.call(server)
}

/** Connections that are open have a while to end with an answer: closed between two, the next request is lost with them. */
export function takeLastRequests(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    const deadline = performance.now() + keptBusy
    while (performance.now() < deadline && (await hasConnections(app.server))) await sleep(10)
  })
}

/** When somebody called last. */
function watchCalls(server: Server) {
  let at = performance.now()
  server.on('connection', () => {
    at = performance.now()
  })
  return () => at
}

async function untilItIsCalm(latest: () => number) {
  const deadline = performance.now() + longestCalling
  for (let now = performance.now(); now < deadline && now - latest() < calm;) {
    await sleep(5)
    now = performance.now()
  }
}

/**
 * A turn of the loop takes one of those who called, and who still stands in the system's line when the door closes is
 * cut: so turn after turn, until one brought nobody. It has to be a short one, since whoever comes behind its look at
 * the line is cut too; how short, is let go of by and by, since machines differ.
 */
async function untilNobodyCalls(latest: () => number) {
  const begun = performance.now()
  // The turn that is under way may have looked at the line before the last ones came.
  await turn()
  for (let isQuiet = false; !isQuiet && performance.now() < begun + longestCalling;) {
    const since = performance.now()
    await turn()
    const enough = shortTurn + (since - begun) / 1000
    isQuiet = latest() < since && performance.now() - since < enough
  }
}

async function hasConnections(server: Server) {
  return (await promisify(server.getConnections.bind(server))()) > 0
}
