// Serves the realtime API of supabase-js, with WebSockets for changes, broadcasts and presences.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressOf, networkOf } from '../http/request-address.ts'
import type { Change } from '../postgres/change-feed/follow-changes.ts'
import type { Relay } from '../postgres/relay.ts'
import { addBroadcastRoutes } from './broadcast-routes.ts'
import { Delivery } from './changes/delivery.ts'
import { Subscriptions } from './changes/subscriptions.ts'
import { identify } from './channels/authorization.ts'
import { deliverDatabaseBroadcasts, deliverRelayedBroadcast } from './channels/broadcast.ts'
import { Rooms } from './channels/channel.ts'
import { Connections } from './connections/connections.ts'
import { WebSocketUpgrades } from './connections/upgrade.ts'
import { malformed, sendError } from './errors.ts'
import { PresencePublisher } from './presence/presence-publisher.ts'
import { PresenceSync } from './presence/presence-sync.ts'
import { Presences } from './presence/presences.ts'
import { RemotePresences } from './presence/remote-presences.ts'
import { protocolVersions } from './protocol/message.ts'
import { ConnectionQuota, MessageQuota } from './quotas.ts'
import type { RealtimeContext, RealtimeDependencies } from './realtime-dependencies.ts'

const root = '/realtime/v1'

export class Realtime {
  readonly #context: RealtimeContext
  readonly #presence: { remotePresences: RemotePresences; publisher: PresencePublisher }
  readonly #delivery: Delivery
  readonly #connections: Connections

  constructor(dependencies: RealtimeDependencies) {
    const rooms = new Rooms()
    const subscriptions = new Subscriptions()
    this.#presence = {
      remotePresences: new RemotePresences(rooms),
      publisher: new PresencePublisher(dependencies.relay),
    }
    const presences = new Presences({ rooms, ...this.#presence })
    const messageQuota = new MessageQuota(dependencies.limits)
    const connectionQuotas = { networks: new ConnectionQuota(), users: new ConnectionQuota() }
    this.#context = {
      ...dependencies,
      rooms,
      presences,
      subscriptions,
      messageQuota,
      connectionQuotas,
    }
    this.#delivery = new Delivery(this.#context)
    this.#connections = new Connections(this.#context)
  }

  get hasSubscribers() {
    return !this.#context.subscriptions.isEmpty || this.#context.rooms.count > 0
  }

  /** Returns the numbers that the metrics report. */
  get counts() {
    const { rooms, presences, subscriptions } = this.#context
    return {
      sockets: this.#connections.count,
      channels: rooms.channelCount,
      topics: rooms.count,
      presences: presences.count,
      subscriptions: subscriptions.count,
    }
  }

  deliver(changes: Change[], hasMore: boolean) {
    deliverDatabaseBroadcasts(this.#context, changes)
    return this.#delivery.deliver(changes, hasMore)
  }

  async addTo(app: FastifyInstance) {
    const context = this.#context
    if (context.relay) await this.#connectRelay(app, context.relay)
    const sockets = {
      connections: this.#connections,
      upgrades: new WebSocketUpgrades(app, `${root}/websocket`),
    }
    await app.register(
      async (scope) => {
        keepBodiesAsBytes(scope)
        scope.setErrorHandler((error: FastifyError, request, reply) =>
          sendError(error, request, reply),
        )
        scope.get('/websocket', (request, reply) => openSocket(context, sockets, request, reply))
        addBroadcastRoutes(scope, context)
        scope.addHook('preClose', () => sockets.connections.close())
      },
      { prefix: root },
    )
  }

  async #connectRelay(app: FastifyInstance, relay: Relay) {
    const { timings, presences } = this.#context
    const sync = new PresenceSync({ relay, timings, presences, ...this.#presence })
    app.addHook('onClose', async () => {
      sync.close()
      await relay.close()
    })
    await relay.open({
      onMessage: (message, from) => {
        if (!sync.receive(message, from)) deliverRelayedBroadcast(this.#context, message)
      },
      onOpen: () => sync.requestMissed(),
    })
  }
}

const socketQuery = z.looseObject({
  apikey: z.string().optional(),
  vsn: z.enum(protocolVersions).default('1.0.0'),
})

interface Sockets {
  connections: Connections
  upgrades: WebSocketUpgrades
}

async function openSocket(
  context: RealtimeContext,
  { connections, upgrades }: Sockets,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!upgrades.isUpgrade(request)) {
    return reply.code(426).headers({ upgrade: 'websocket' }).send({
      code: 'UpgradeRequired',
      message: 'This address accepts only WebSocket connections.',
    })
  }
  const parsed = socketQuery.safeParse(request.query)
  if (!parsed.success)
    throw malformed(`The parameter vsn must be one of ${protocolVersions.join(', ')}.`)
  const { apikey = request.headers['x-api-key'], vsn: version } = parsed.data
  if (typeof apikey !== 'string') throw malformed('The parameter apikey is missing.')
  const network = networkOf(addressOf(request))
  context.connectionQuotas.networks.refuseIfFull(network, context.limits().open.socketsOfAddress)
  await identify(context, { apikey })
  const client = { apikey, network, version }
  upgrades.accept(request, reply, (ws, socket) => connections.add(ws, socket, client))
  return reply
}

/** Keeps the bodies of broadcasts as bytes, because a body can have any content type. */
function keepBodiesAsBytes(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
