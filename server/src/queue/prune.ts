// Deletes expired rows in small transactions, on one server at a time. The application can delete other rows with
// private.prune(max_rows).
import type { Pool } from '../postgres/database.ts'
import { type Queryable, transact } from '../postgres/transaction.ts'

const expiredRows: { table: string; key: string; when: string }[] = [
  {
    table: 'private.address_limits',
    key: 'name, address, window_start',
    when: "window_start < now() - interval '1 day'",
  },
  {
    table: 'private.request_keys',
    key: 'owner, key',
    when: "created_at < now() - interval '24 hours'",
  },
  {
    table: 'private.request_key_usage',
    key: 'owner, day',
    when: 'day < current_date',
  },
  { table: 'auth.flow_state', key: 'id', when: "created_at < now() - interval '1 day'" },
  {
    table: 'private.outside_visits',
    key: 'state_hash',
    when: "created_at < now() - interval '1 day'",
  },
  { table: 'private.spent_id_tokens', key: 'token_hash', when: 'valid_until < now()' },
  // updated_at has no time zone, so the five days include a margin for any offset from UTC.
  {
    table: 'auth.one_time_tokens',
    key: 'id',
    when: "updated_at < localtimestamp - interval '5 days'",
  },
  { table: 'auth.mfa_challenges', key: 'id', when: "created_at < now() - interval '1 day'" },
  // Refresh tokens are deleted with their sessions.
  { table: 'auth.sessions', key: 'id', when: 'not_after < now()' },
  {
    table: 'private.familiar_networks',
    key: 'account, network',
    when: "seen_at < now() - interval '90 days'",
  },
  {
    table: 'auth.audit_log_entries',
    key: 'id',
    when: "created_at < now() - interval '400 days'",
  },
  // Messages can be replayed for three days.
  {
    table: 'realtime.messages',
    key: 'id',
    when: "inserted_at < now() at time zone 'UTC' - interval '3 days'",
  },
  { table: 'realtime.changes', key: 'id', when: "at < now() - interval '10 minutes'" },
  { table: 'private.outbox', key: 'id', when: "done_at < now() - interval '7 days'" },
  // A dead job keeps its payload for 30 days, so that an operator can retry it manually.
  { table: 'private.outbox', key: 'id', when: "dead_at < now() - interval '30 days'" },
]

const pruneLock = 4713

/** One transaction deletes at most this many rows of each table. */
const maxRowsPerTable = 1000

export async function prune(pool: Pool, maxRows = maxRowsPerTable) {
  let hasMore = true
  while (hasMore) hasMore = await pruneOnce(pool, maxRows)
}

/** Resolves with true if there may be more expired rows. */
async function pruneOnce(pool: Pool, maxRows: number) {
  return transact(pool, async (db) => {
    const { rows } = await db.query<{ is_ours: boolean }>(
      `select pg_try_advisory_xact_lock(${pruneLock}) as is_ours`,
    )
    if (!rows[0]?.is_ours) return false
    let hasMore = false
    for (const { table, key, when } of expiredRows) {
      const { rowCount } = await db.query(
        // Without `materialized`, PostgreSQL could run the limited query again after some rows are deleted.
        `with old as materialized (
           select ${key} from ${table} where ${when} limit ${maxRows} for update skip locked
         )
         delete from ${table} where (${key}) in (select ${key} from old)`,
      )
      if (rowCount === maxRows) hasMore = true
    }
    return (await pruneApplication(db, maxRows)) || hasMore
  })
}

async function pruneApplication(db: Queryable, maxRows: number) {
  const { rows: found } = await db.query(
    "select where to_regprocedure('private.prune(integer)') is not null",
  )
  if (found.length === 0) return false
  const { rows } = await db.query<{ is_more: boolean }>('select private.prune($1) as is_more', [
    maxRows,
  ])
  return rows[0]?.is_more === true
}
