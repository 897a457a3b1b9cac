import type { Pool } from '../postgres/database.ts'
import type { RequestLimits } from '../postgres/limits.ts'
import type { Relay } from '../postgres/relay.ts'
import type { RequestPool } from '../postgres/pool/request-pool.ts'
import type { Identities } from '../http/identity.ts'
import type { Log } from '../log.ts'
import type { Presences } from './presences/presences.ts'
import type { Rooms } from './channels/rooms.ts'
import type { Subscriptions } from './changes/subscriptions.ts'
import type { WatchedTables } from './changes/tables.ts'
import type { Allowances } from './allowances.ts'
import type { Periods } from './periods.ts'
import type { Seats } from './sockets/seats.ts'

/** Who may use channels that no policy guards. */
export type PublicChannels = 'none' | 'signed-in' | 'everyone'

/** What this dialect is given. */
export interface RealtimeParts {
  pool: Pool
  requests: RequestPool
  identities: Identities
  limits: () => RequestLimits
  tables: () => WatchedTables
  publicChannels: PublicChannels
  periods: Periods
  /** The servers that share the database; undefined: it is ours alone. */
  others: Relay | undefined
  log: Log
}

/** And what its calls work with. */
export interface Live extends RealtimeParts {
  rooms: Rooms
  presences: Presences
  subscriptions: Subscriptions
  allowances: Allowances
  seats: { networks: Seats; persons: Seats }
}
