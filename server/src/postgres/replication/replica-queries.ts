// Queries the identity and the WAL position of the primary and the replica.
import type { Pool } from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'

/** A replica has the same system identifier as its primary. */
const databaseIdentity = `(select system_identifier from pg_control_system()) || ' ' ||
  (select oid from pg_database where datname = current_database())`

const primaryQuery = `select ${databaseIdentity} as identity,
  pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text as position,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::integer as timeline`

/** After a failover this query may still return the old timeline, but never the new one too early. */
const replicaQuery = `select ${databaseIdentity} as identity, pg_is_in_recovery() as "isStandby",
  (select rolsuper from pg_roles where rolname = session_user) as "isSuperuser",
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::text as position,
  (select greatest(timeline_id, min_recovery_end_timeline)
   from pg_control_checkpoint(), pg_control_recovery()) as timeline`

/** Runs before the statements of a request, in the same batch. */
export const replayPosition = {
  text: "select coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)",
  values: [],
}

interface PrimaryStatus {
  identity: string
  position: string
  timeline: number
}

interface ReplicaStatus extends PrimaryStatus {
  isStandby: boolean
  isSuperuser: boolean
}

interface ReplicaRequirements {
  /** The identity of the primary. */
  identity: string
  /** True if each connection for requests gives up superuser rights. */
  dropsSuperuser: boolean
}

export async function queryPrimary(pool: Pool) {
  const { rows } = await pool.query<PrimaryStatus>(primaryQuery)
  return parseStatus(rows[0])
}

/** Throws a StartupFailure for problems that waiting cannot solve, but an ordinary error for a promoted replica. */
export async function queryReplica(pool: Pool, { identity, dropsSuperuser }: ReplicaRequirements) {
  const { rows } = await pool.query<ReplicaStatus>(replicaQuery)
  const status = parseStatus(rows[0])
  if (status.identity !== identity) {
    throw new StartupFailure('REPLICA_URL leads to another database than DATABASE_URL.')
  }
  if (rows[0]?.isSuperuser && !dropsSuperuser) {
    throw new StartupFailure(
      'With PREPARED_STATEMENTS=off REPLICA_URL must not log in as a superuser: let it be authenticator.',
    )
  }
  if (!rows[0]?.isStandby) throw new Error('REPLICA_URL leads to no standby now')
  return status
}

function parseStatus(row: PrimaryStatus | undefined) {
  if (!row) throw new Error('The database did not report its position.')
  const { identity, position, timeline } = row
  return { identity, position: BigInt(position), timeline }
}
