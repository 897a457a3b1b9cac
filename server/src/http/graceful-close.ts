// Stops an HTTP server without losing requests.
import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'

/** Ends each connection with its next response once the server is closing. */
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
/** Clients open connections in bursts. A gap of this length means that a burst is over. */
const quietPeriodMs = 20
/** If connections arrive all the time, the server stops accepting anyway after this time. */
const maxWaitMs = 1000
/** An idle turn of the event loop takes about a third of this on a fast machine. */
const shortTurnMs = 0.03

/**
 * Stops accepting connections, right after all pending ones are accepted. A proxy then uses another server. Call this
 * before the app is closed. After that each response ends its connection, so clients would have to open new ones.
 */
export async function stopAccepting(server: Server) {
  const lastConnectionAt = trackConnections(server)
  await waitUntilQuiet(lastConnectionAt)
  await drainBacklog(lastConnectionAt)
  // The close() of an HTTP server would also close idle connections immediately.
  Server.prototype.close.call(server)
}

/**
 * Lets open connections end with a response. If an idle connection were closed, its client could lose the next request.
 */
export function waitForLastRequests(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    const deadline = performance.now() + keepAliveGapMs
    while (performance.now() < deadline && (await hasConnections(app.server))) await sleep(10)
  })
}

/** Returns a function that returns the time when the last connection was accepted. */
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
 * Accepts the connections in the system's backlog, which are reset when the server stops accepting. Each turn of the
 * event loop accepts one connection, so this runs turns until a turn accepts none. That last turn must be short,
 * because connections that arrive after its check of the backlog are also reset. The limit for its length grows over
 * time, for slow machines.
 */
async function drainBacklog(lastConnectionAt: () => number) {
  const startedAt = performance.now()
  // The current turn may have checked the backlog before the last connections arrived.
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
