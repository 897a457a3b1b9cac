// The live dialect: sockets on which changes, broadcasts and presences arrive, as supabase-js speaks them.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Change } from '../database/changes/follow-changes.ts'
import { Allowances } from './allowances.ts'
import { addCalls } from './calls.ts'
import { Delivery } from './changes/delivery.ts'
import { Subscriptions } from './changes/subscriptions.ts'
import { repeat } from './channels/broadcast.ts'
import { identify } from './channels/identify.ts'
import { Presences } from './channels/presences.ts'
import { Rooms } from './channels/rooms.ts'
import type { Live, RealtimeParts } from './parts.ts'
import { unreadable } from './refused.ts'
import { sendError } from './send-error.ts'
import { Connections } from './sockets/connections.ts'
import { Upgrades } from './sockets/upgrade.ts'
import { versions } from './wire/message.ts'

export class Realtime {
  readonly #live: Live
  readonly #delivery: Delivery
  readonly #connections: Connections

  constructor(parts: RealtimeParts) {
    const rooms = new Rooms()
    const subscriptions = new Subscriptions()
    const presences = new Presences(rooms)
    const allowances = new Allowances(parts.limits)
    this.#live = { ...parts, rooms, presences, subscriptions, allowances }
    this.#delivery = new Delivery(this.#live)
    this.#connections = new Connections(this.#live)
  }

  get isListenedTo() {
    return !this.#live.subscriptions.isEmpty
  }

  /** What it keeps at the moment. */
  get counts() {
    const { rooms, presences, subscriptions } = this.#live
    return {
      sockets: this.#connections.count,
      channels: rooms.channels,
      topics: rooms.count,
      presences: presences.count,
      subscriptions: subscriptions.count,
    }
  }

  deliver(changes: Change[], isCutOff: boolean) {
    return this.#delivery.deliver(changes, isCutOff)
  }

  async addTo(app: FastifyInstance) {
    const live = this.#live
    await live.others?.open((text) => repeat(live, text))
    app.addHook('onClose', () => live.others?.close())
    const doors = { connections: this.#connections, upgrades: new Upgrades(app) }
    await app.register(
      async (scope) => {
        takeAnyBody(scope)
        scope.setErrorHandler((error: FastifyError, request, reply) =>
          sendError(error, request, reply),
        )
        scope.get('/websocket', (request, reply) => openSocket(live, doors, request, reply))
        addCalls(scope, live)
        scope.addHook('preClose', () => doors.connections.close())
      },
      { prefix: '/realtime/v1' },
    )
  }
}

const query = z.looseObject({
  apikey: z.string().optional(),
  vsn: z.enum(versions).default('1.0.0'),
})

interface Doors {
  connections: Connections
  upgrades: Upgrades
}

async function openSocket(
  live: Live,
  { connections, upgrades }: Doors,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!upgrades.isWanted(request)) {
    return reply
      .code(426)
      .headers({ upgrade: 'websocket' })
      .send({ code: 'UpgradeRequired', message: 'This address is for WebSockets.' })
  }
  const read = query.safeParse(request.query)
  if (!read.success) throw unreadable(`The parameter vsn is one of ${versions.join(', ')}.`)
  const { apikey = request.headers['x-api-key'], vsn: version } = read.data
  if (typeof apikey !== 'string') throw unreadable('The parameter apikey is missing.')
  await identify(live, apikey)
  upgrades.take(request, reply, (ws, socket) => connections.add(ws, socket, { apikey, version }))
  return reply
}

/** The bytes as they were sent: a broadcast may be any. */
function takeAnyBody(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
