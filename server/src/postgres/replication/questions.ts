// What primary and replica are asked, to know that they belong together and how far each of them is.
import type { Pool } from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'

/** The cluster, which a copy of it shares, and the database in it. */
const whichOne = `(select system_identifier from pg_control_system()) || ' ' ||
  (select oid from pg_database where datname = current_database())`

const ofPrimary = `select ${whichOne} as identity,
  pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text as position,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::integer as timeline`

/** The timeline stands in a file that is written now and then: after a failover it may be told late, and never early. */
const ofReplica = `select ${whichOne} as identity, pg_is_in_recovery() as "isStandby",
  (select rolsuper from pg_roles where rolname = session_user) as "isSuperuser",
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

interface SeenOfReplica extends Seen {
  isStandby: boolean
  isSuperuser: boolean
}

interface Expected {
  /** Of the primary. */
  identity: string
  /** What requests run on there is no superuser's any more, whoever logged in. */
  isGreeted: boolean
}

export async function askPrimary(pool: Pool) {
  const { rows } = await pool.query<Seen>(ofPrimary)
  return read(rows[0])
}

/** Throws a StartupFailure where waiting would not help; what was promoted may become a standby again. */
export async function askReplica(pool: Pool, { identity, isGreeted }: Expected) {
  const { rows } = await pool.query<SeenOfReplica>(ofReplica)
  const seen = read(rows[0])
  if (seen.identity !== identity) {
    throw new StartupFailure('REPLICA_URL leads to another database than DATABASE_URL.')
  }
  if (rows[0]?.isSuperuser && !isGreeted) {
    throw new StartupFailure(
      'With PREPARED_STATEMENTS=off REPLICA_URL must not log in as a superuser: let it be authenticator.',
    )
  }
  if (!rows[0]?.isStandby) throw new Error('REPLICA_URL leads to no standby now')
  return seen
}

function read(row: Seen | undefined) {
  if (!row) throw new Error('The database does not say how far it is.')
  const { identity, position, timeline } = row
  return { identity, position: BigInt(position), timeline }
}
