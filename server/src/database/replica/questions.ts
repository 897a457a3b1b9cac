// What primary and replica are asked, to know that they belong together and how far each of them is.
import type { Pool } from 'pg'
import { StartupFailure } from '../../startup-failure.ts'

/** The cluster, which a copy of it shares, and the database in it. */
const whichOne = `(select system_identifier from pg_control_system()) || ' ' ||
  (select oid from pg_database where datname = current_database())`

const ofPrimary = `select ${whichOne} as identity,
  pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text as position,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::integer as timeline`

/** The timeline stands in a file that is written now and then: after a failover it may be told late, and never early. */
const ofReplica = `select ${whichOne} as identity, pg_is_in_recovery() as "isStandby",
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::text as position,
  (select greatest(timeline_id, min_recovery_end_timeline)
   from pg_control_checkpoint(), pg_control_recovery()) as timeline`

/** How far a replica is, at the head of what else it is asked. */
export const howFar = {
  text: "select coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)",
  values: [],
}

interface Seen {
  identity: string
  position: string
  timeline: number
}

export async function askPrimary(pool: Pool) {
  const { rows } = await pool.query<Seen>(ofPrimary)
  return read(rows[0])
}

/** Throws a StartupFailure where it is none of this primary. */
export async function askReplica(pool: Pool, identity: string) {
  const { rows } = await pool.query<Seen & { isStandby: boolean }>(ofReplica)
  const seen = read(rows[0])
  if (seen.identity !== identity) {
    throw new StartupFailure('REPLICA_URL leads to another database than DATABASE_URL.')
  }
  if (!rows[0]?.isStandby) {
    throw new StartupFailure(
      'REPLICA_URL leads to a PostgreSQL that takes writes: it is no standby.',
    )
  }
  return seen
}

function read(row: Seen | undefined) {
  if (!row) throw new Error('The database does not say how far it is.')
  const { identity, position, timeline } = row
  return { identity, position: BigInt(position), timeline }
}
