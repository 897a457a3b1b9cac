import type { Identities } from '../http/identity.ts'
import type { Log } from '../log.ts'
import type { Pool } from '../postgres/database.ts'
import type { RequestLimits } from '../postgres/settings.ts'
import type { RequestPool } from '../postgres/pool/request-pool.ts'
import type { Relay } from '../postgres/relay.ts'
import type { Subscriptions } from './changes/subscriptions.ts'
import type { WatchedTables } from './changes/watched-tables.ts'
import type { Rooms } from './channels/channel.ts'
import type { Presences } from './presence/presences.ts'
import type { ConnectionQuota, MessageQuota } from './quotas.ts'

/** The callers that may join public channels, which no policy guards. */
export type PublicChannels = 'none' | 'signed-in' | 'everyone'

export interface RealtimeDependencies {
  pool: Pool
  requests: RequestPool
  identities: Identities
  limits: () => RequestLimits
  tables: () => WatchedTables
  publicChannels: PublicChannels
  timings: RealtimeTimings
  /**
   * Exchanges messages with the other servers that use the same database. Undefined for an embedded database, which no
   * other server can use.
   */
  relay: Relay | undefined
  log: Log
}

/** The dependencies together with the state of this server. */
export interface RealtimeContext extends RealtimeDependencies {
  rooms: Rooms
  presences: Presences
  subscriptions: Subscriptions
  messageQuota: MessageQuota
  connectionQuotas: { networks: ConnectionQuota; users: ConnectionQuota }
}

export interface RealtimeTimings {
  /** The interval of the sweep. A connection has to be closed within 15 s after its session ended. */
  sweepIntervalMs: number
  /** The interval of the rights check. A client that lost the right to read has to be removed within 15 s. */
  rightsCheckIntervalMs: number
  /** A connection is closed if its client sends nothing for this time. Clients send a heartbeat every 25 s. */
  silentTimeoutMs: number
  /** A connection without a channel is closed after this time. */
  unusedTimeoutMs: number
  /** The interval at which a server confirms its presences to the other servers. */
  presenceHeartbeatMs: number
  /** A server that sends nothing for this time is considered dead, and its presences are removed. */
  silentServerTimeoutMs: number
  /** When the server stops, clients have this time to answer the close of their connection. */
  closeTimeoutMs: number
}

export const defaultTimings: RealtimeTimings = {
  sweepIntervalMs: 5000,
  rightsCheckIntervalMs: 10_000,
  silentTimeoutMs: 75_000,
  unusedTimeoutMs: 120_000,
  presenceHeartbeatMs: 2000,
  silentServerTimeoutMs: 7000,
  closeTimeoutMs: 500,
}
