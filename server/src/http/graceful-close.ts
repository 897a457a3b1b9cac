// Stops an HTTP server without losing requests.
import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'

/** While the server closes, ends each connection with its next response. */
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

/** The longest gap between a response and a busy proxy's next request on the same connection. */
const keepAliveGapMs = 500
/** A gap of this length means that a burst of new connections is over. */
const quietPeriodMs = 20
/** `waitUntilQuiet` and `drainBacklog` end after this time, even if connections still arrive. */
const maxWaitMs = 1000
/** The first time limit for a turn that accepts no connection. A fast machine needs about 0.01 ms. */
const shortTurnMs = 0.03

/**
 * Accepts all pending connections and then stops accepting. Call this function before `app.close()`, which makes
 * clients open new connections.
 */
export async function stopAccepting(server: Server) {
  const lastConnectionAt = trackConnections(server)
  await waitUntilQuiet(lastConnectionAt)
  await drainBacklog(lastConnectionAt)
  // Calls close() of the base class, because close() of an HTTP server would also close idle connections immediately.
  Server.prototype.close.call(server)
}

/**
 * Waits until open connections have ended, but at most for `keepAliveGapMs`. Closing an idle connection could lose the
 * client's next request.
 */
export function waitForLastRequests(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    const deadline = performance.now() + keepAliveGapMs
    while (performance.now() < deadline && (await hasConnections(app.server))) await sleep(10)
  })
}

/** Returns a function that returns the time of the latest connection. */
function trackConnections(server: Server) {
  let lastAt = performance.now()
  server.on('connection', () => {
    lastAt = performance.now()
  })
  return () => lastAt
}

async function waitUntilQuiet(lastConnectionAt: () => number) {
  const deadline = performance.now() + maxWaitMs
  for (let now = performance.now(); now < deadline && now - lastConnectionAt() < quietPeriodMs;) {
    await sleep(5)
    now = performance.now()
  }
}

/**
 * Accepts the connections in the operating system's backlog. Each turn of the event loop accepts one connection.
 * The loop ends after a short turn that accepts no connection. A long turn does not count, because a connection may
 * have arrived late in that turn. The end of accepting would reset that connection. The time limit for a short turn
 * grows, because every turn takes longer on a slow machine.
 */
async function drainBacklog(lastConnectionAt: () => number) {
  const startedAt = performance.now()
  // The current turn does not count, because it may have checked the backlog too early.
  await nextTurn()
  for (let isEmpty = false; !isEmpty && performance.now() < startedAt + maxWaitMs;) {
    const turnStartedAt = performance.now()
    await nextTurn()
    const maxTurnMs = shortTurnMs + (turnStartedAt - startedAt) / 1000
    isEmpty = lastConnectionAt() < turnStartedAt && performance.now() - turnStartedAt < maxTurnMs
  }
}

async function hasConnections(server: Server) {
  return (await promisify(server.getConnections.bind(server))()) > 0
}
