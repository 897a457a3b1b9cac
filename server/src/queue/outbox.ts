// The outbox is the table private.outbox. Each row is a job that runs at least once after the transaction that added
// it commits. A worker claims due rows in one short statement, runs them without a transaction, and records the
// results (0063). A claim sets `claimed_by` to the worker, and `due_at` to the end of the lease. When a worker stops
// or is killed, its claims are released. If that is not noticed, its jobs are due again at the end of the lease.
import type { Pool } from '../postgres/database.ts'
import type { Queryable } from '../postgres/transaction.ts'

export interface OutboxItem {
  id: string
  kind: string
  payload: unknown
  createdAt: Date
}

export interface ClaimedJob extends OutboxItem {
  /** The number of earlier attempts. */
  attempts: number
}

export interface JobResult {
  id: string
  /** A dead job is not retried. A postponed job runs later, and the current run does not count as an attempt. */
  state: 'done' | 'failed' | 'dead' | 'postponed'
  delaySeconds?: number
  error?: string
}

/** Jobs of a kind without a known limit are claimed one at a time. */
const defaultLimit = 1
const maxErrorLength = 2000
const retryDelaysSeconds = [30, 120, 600, 1800, 7200, ...Array<number>(11).fill(6 * 3600)]

/** Returns the delay before the next attempt, or undefined after the last attempt. */
export function retryDelayAfter(attempts: number) {
  return retryDelaysSeconds[attempts - 1]
}

/** Adds a job. In a transaction, workers see the job after the commit. */
export async function enqueue(db: Queryable, kind: string, payload: object): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `with made as (insert into private.outbox (kind, payload) values ($1, $2) returning id)
     select id, pg_notify('outbox', '') from made`,
    [kind, JSON.stringify(payload)],
  )
  const [row] = rows
  if (!row) throw new Error('The database did not return the new job.')
  return row.id
}

/** A session of a running worker holds an advisory lock. Its key is this number and the worker's number. */
const workerLock = 4717

/** Returns the statement with which a session marks a worker as alive. */
export function markAlive(worker: number) {
  return `select pg_advisory_lock_shared(${workerLock}, ${worker})`
}

interface ClaimRequest {
  /** The number of the worker. */
  worker: number
  leaseMs: number
  /** How many jobs of each kind to claim. */
  limits: Readonly<Record<string, number>>
  /** Jobs that this worker runs already. They are due again if their lease could not be renewed. */
  runningIds: readonly string[]
}

/**
 * Claims the jobs of each kind that have been due the longest. The list begins with the jobs that users wait for, and
 * notification emails come last.
 */
export async function claimDue(
  pool: Pool,
  { worker, leaseMs, limits, runningIds }: ClaimRequest,
): Promise<ClaimedJob[]> {
  const { rows } = await pool.query<ClaimedJob>(
    `with recursive kinds (kind) as (
       -- Each step seeks the next kind in the index, so the number of waiting jobs does not matter.
       (select kind from private.outbox where done_at is null and dead_at is null order by kind limit 1)
       union all
       select (
         select o.kind from private.outbox o
         where o.kind > kinds.kind and o.done_at is null and o.dead_at is null order by o.kind limit 1
       ) from kinds where kinds.kind is not null
     ), due as materialized (
       select job.id, job.due_at from kinds, lateral (
         select o.id, o.due_at from private.outbox o
         where o.kind = kinds.kind and o.done_at is null and o.dead_at is null and o.due_at <= now()
           and o.id <> all ($1::uuid[])
         order by o.due_at limit coalesce(($2::jsonb ->> kinds.kind)::integer, ${defaultLimit})
         for update skip locked
       ) as job
     ), claimed as (
       update private.outbox o
       set claimed_by = $3, due_at = clock_timestamp() + make_interval(secs => $4 / 1000.0)
       from due where o.id = due.id
       returning o.id, o.kind, o.payload, o.created_at, o.attempts, due.due_at as was_due_at
     )
     select id, kind, payload, created_at as "createdAt", attempts from claimed
     order by kind = 'notification_email', was_due_at`,
    [runningIds, JSON.stringify(limits), worker, leaseMs],
  )
  return rows
}

/**
 * Records the results of jobs and ends their leases. The payload of a finished job is deleted, because it may contain
 * secrets. Returns the ids of the jobs whose lease the worker still had.
 */
export async function recordResults(pool: Pool, worker: number, results: readonly JobResult[]) {
  const { rows } = await pool.query<{ id: string }>(
    `update private.outbox o
     set claimed_by = null,
         attempts = o.attempts + (r.state <> 'postponed')::integer,
         due_at = clock_timestamp() + make_interval(secs => r.delay_seconds),
         done_at = case when r.state = 'done' then clock_timestamp() end,
         dead_at = case when r.state = 'dead' then clock_timestamp() end,
         payload = case when r.state = 'done' then '{}' else o.payload end,
         last_error = case when r.state = 'postponed' then o.last_error else r.error end
     from unnest($2::uuid[], $3::text[], $4::float[], $5::text[]) as r (id, state, delay_seconds, error)
     where o.id = r.id and o.claimed_by = $1
     returning o.id`,
    [
      worker,
      results.map(({ id }) => id),
      results.map(({ state }) => state),
      results.map(({ delaySeconds }) => delaySeconds ?? 0),
      results.map(({ error }) => error?.replaceAll('\0', '').slice(0, maxErrorLength)),
    ],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Extends the lease of running jobs. It skips rows whose result is being recorded. */
export async function renewLeases(
  pool: Pool,
  worker: number,
  leaseMs: number,
  ids: readonly string[],
) {
  await pool.query(
    `update private.outbox set due_at = clock_timestamp() + make_interval(secs => $1 / 1000.0)
     where id in (
       select id from private.outbox where id = any ($2::uuid[]) and claimed_by = $3 for update skip locked
     )`,
    [leaseMs, ids, worker],
  )
}

/** Finds the other workers with claims whose listening sessions do not exist. */
export async function findMissingWorkers(pool: Pool, worker: number) {
  const { rows } = await pool.query<{ number: number }>(
    `select distinct o.claimed_by as number from private.outbox o
     where o.claimed_by <> $1 and o.done_at is null and o.dead_at is null
       and not exists (
         select from pg_locks l
         where l.locktype = 'advisory' and l.classid = ${workerLock} and l.objid = o.claimed_by::oid
           and l.database = (select oid from pg_database where datname = current_database())
       )`,
    [worker],
  )
  return rows.map(({ number }) => number)
}

/** Releases the claims of workers that no longer run. Their jobs come first again. */
export async function releaseClaims(pool: Pool, workers: readonly number[]) {
  await pool.query(
    `update private.outbox set claimed_by = null, due_at = created_at
     where id in (
       select id from private.outbox
       where claimed_by = any ($1::integer[]) and done_at is null and dead_at is null for update skip locked
     )`,
    [workers],
  )
}

export interface OutboxCounts {
  waiting: number
  dead: number
  oldestSeconds: number
}

export async function countOutbox(db: Queryable): Promise<OutboxCounts> {
  const { rows } = await db.query<OutboxCounts>(
    `select count(*)::integer as waiting,
            (select count(*) from private.outbox where dead_at is not null)::integer as dead,
            coalesce(extract(epoch from now() - min(created_at)), 0)::float as "oldestSeconds"
       from private.outbox where done_at is null and dead_at is null`,
  )
  return rows[0] ?? { waiting: 0, dead: 0, oldestSeconds: 0 }
}
