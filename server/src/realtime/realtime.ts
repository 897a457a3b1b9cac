// The live dialect: sockets on which changes, broadcasts and presences arrive, as supabase-js speaks them.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Change } from '../postgres/change-feed/follow-changes.ts'
import type { Relay } from '../postgres/relay.ts'
import { addressOf } from '../http/address.ts'
import { networkOf } from '../http/network.ts'
import { Allowances } from './allowances.ts'
import { addCalls } from './calls.ts'
import { Delivery } from './changes/delivery.ts'
import { Subscriptions } from './changes/subscriptions.ts'
import { repeat } from './channels/broadcast.ts'
import { hearFromDatabase } from './channels/from-database.ts'
import { identify } from './channels/identify.ts'
import { Rooms } from './channels/rooms.ts'
import { Announcer } from './presences/announcer.ts'
import { Elsewhere } from './presences/elsewhere.ts'
import { Exchange } from './presences/exchange.ts'
import { Presences } from './presences/presences.ts'
import type { Live, RealtimeParts } from './parts.ts'
import { unreadable } from './refused.ts'
import { sendError } from './send-error.ts'
import { Connections } from './sockets/connections.ts'
import { Seats } from './sockets/seats.ts'
import { Upgrades } from './sockets/upgrade.ts'
import { versions } from './wire/message.ts'

const root = '/realtime/v1'

export class Realtime {
  readonly #live: Live
  readonly #presence: { elsewhere: Elsewhere; announcer: Announcer }
  readonly #delivery: Delivery
  readonly #connections: Connections

  constructor(parts: RealtimeParts) {
    const rooms = new Rooms()
    const subscriptions = new Subscriptions()
    this.#presence = {
      elsewhere: new Elsewhere(rooms),
      announcer: new Announcer(parts.others),
    }
    const presences = new Presences({ rooms, ...this.#presence })
    const allowances = new Allowances(parts.limits)
    const seats = { networks: new Seats(), persons: new Seats() }
    this.#live = { ...parts, rooms, presences, subscriptions, allowances, seats }
    this.#delivery = new Delivery(this.#live)
    this.#connections = new Connections(this.#live)
  }

  get isListenedTo() {
    return !this.#live.subscriptions.isEmpty || this.#live.rooms.count > 0
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
    hearFromDatabase(this.#live, changes)
    return this.#delivery.deliver(changes, isCutOff)
  }

  async addTo(app: FastifyInstance) {
    const live = this.#live
    if (live.others) await this.#joinOthers(app, live.others)
    const doors = {
      connections: this.#connections,
      upgrades: new Upgrades(app, `${root}/websocket`),
    }
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
      { prefix: root },
    )
  }

  /** The servers that share the database. */
  async #joinOthers(app: FastifyInstance, relay: Relay) {
    const { periods, presences } = this.#live
    const exchange = new Exchange({ relay, periods, presences, ...this.#presence })
    app.addHook('onClose', async () => {
      exchange.close()
      await relay.close()
    })
    await relay.open({
      heard: (word, from) => {
        if (!exchange.hear(word, from)) repeat(this.#live, word)
      },
      opened: () => exchange.catchUp(),
    })
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
  const network = networkOf(addressOf(request))
  live.seats.networks.refuseFull(network, live.limits().open.socketsOfAddress)
  await identify(live, { apikey })
  const client = { apikey, network, version }
  upgrades.take(request, reply, (ws, socket) => connections.add(ws, socket, client))
  return reply
}

/** The bytes as they were sent: a broadcast may be any. */
function takeAnyBody(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
