// What went out of use goes, in bounded steps, by one server at a time: what is listed here, and what the product's
// private.prune(most) removes, where it has one.
import type { Pool } from '../postgres/database.ts'
import { type Queryable, transact } from '../postgres/queryable.ts'

const outOfUse: { table: string; key: string; when: string }[] = [
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
  { table: 'auth.flow_state', key: 'id', when: "created_at < now() - interval '1 day'" },
  {
    table: 'private.outside_visits',
    key: 'state_hash',
    when: "created_at < now() - interval '1 day'",
  },
  { table: 'private.spent_id_tokens', key: 'token_hash', when: 'valid_until < now()' },
  // A time without a zone; the margin is wider than any zone.
  {
    table: 'auth.one_time_tokens',
    key: 'id',
    when: "updated_at < localtimestamp - interval '5 days'",
  },
  { table: 'auth.mfa_challenges', key: 'id', when: "created_at < now() - interval '1 day'" },
  // Their refresh tokens go with them.
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
  // As long as they can be replayed.
  {
    table: 'realtime.messages',
    key: 'id',
    when: "inserted_at < now() at time zone 'UTC' - interval '3 days'",
  },
  { table: 'realtime.changes', key: 'id', when: "at < now() - interval '10 minutes'" },
  { table: 'private.outbox', key: 'id', when: "done_at < now() - interval '7 days'" },
  // By then nobody revives it, and it still holds what it was to do.
  { table: 'private.outbox', key: 'id', when: "dead_at < now() - interval '30 days'" },
]

const pruneLock = 4713

/** Rows of one table in one transaction. */
const mostAtOnce = 1000

export async function prune(pool: Pool, most = mostAtOnce) {
  let isMore = true
  while (isMore) isMore = await step(pool, most)
}

/** True when there may be more. */
async function step(pool: Pool, most: number) {
  return transact(pool, async (db) => {
    const { rows } = await db.query<{ is_ours: boolean }>(
      `select pg_try_advisory_xact_lock(${pruneLock}) as is_ours`,
    )
    if (!rows[0]?.is_ours) return false
    let isMore = false
    for (const { table, key, when } of outOfUse) {
      const { rowCount } = await db.query(
        // Found once: a join may look anew, and past those just removed.
        `with old as materialized (
           select ${key} from ${table} where ${when} limit ${most} for update skip locked
         )
         delete from ${table} where (${key}) in (select ${key} from old)`,
      )
      if (rowCount === most) isMore = true
    }
    return (await pruneProduct(db, most)) || isMore
  })
}

async function pruneProduct(db: Queryable, most: number) {
  const { rows: found } = await db.query(
    "select where to_regprocedure('private.prune(integer)') is not null",
  )
  if (found.length === 0) return false
  const { rows } = await db.query<{ is_more: boolean }>('select private.prune($1) as is_more', [
    most,
  ])
  return rows[0]?.is_more === true
}
