// Each row of private.outbox is a job. A job runs at least once, after the commit of the transaction that added the
// job. A worker locks the row until the job's result is committed, so no job runs on two servers at once.
import type { Pool, PoolClient } from '../postgres/database.ts'
import type { Queryable } from '../postgres/transaction.ts'

export interface OutboxItem {
  id: string
  kind: string
  payload: unknown
  createdAt: Date
}

export interface RetryDecision {
  attempts: number
  /** The delay before the retry, or undefined if there is no retry. */
  retryInSeconds: number | undefined
}

const retryDelaysSeconds = [30, 120, 600, 1800, 7200, ...Array<number>(11).fill(6 * 3600)]
const maxErrorLength = 2000
const countAttempt = 'attempts = attempts + 1'
const dueIn = (seconds: string) => `due_at = clock_timestamp() + make_interval(secs => ${seconds})`

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

/**
 * Claims the job that has been due the longest. Notification emails come last, because users wait for the emails of a
 * sign-in.
 */
export async function claimNext(
  pool: Pool,
  excludedKinds: readonly string[],
): Promise<Claim | undefined> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<Row>(
      `select id, kind, payload, created_at, attempts from private.outbox
       where done_at is null and dead_at is null and due_at <= now() and kind <> all ($1::text[])
         -- Redundant on purpose: if notification emails are excluded, this condition lets the index skip them all.
         and (kind = 'notification_email') <= ('notification_email' <> all ($1::text[]))
       order by kind = 'notification_email', due_at limit 1 for update skip locked`,
      [excludedKinds],
    )
    const [row] = rows
    if (row) return new Claim(client, row)
    await client.query('rollback')
    client.release()
    return undefined
  } catch (error) {
    client.release(true)
    throw error
  }
}

interface Row {
  id: string
  kind: string
  payload: unknown
  created_at: Date
  attempts: number
}

/** A job that this worker has locked. The worker must call one of `done`, `failed`, `postpone` and `release`. */
export class Claim {
  readonly item: OutboxItem
  readonly #client: PoolClient
  readonly #attempts: number
  #isReleased = false

  constructor(client: PoolClient, { created_at: createdAt, attempts, ...row }: Row) {
    this.#client = client
    this.#attempts = attempts + 1
    this.item = { ...row, createdAt }
  }

  /** Marks the job as done and deletes its payload, which may contain secrets. */
  async done() {
    await this.#finish(
      `${countAttempt}, done_at = clock_timestamp(), payload = '{}', last_error = null`,
      [],
    )
  }

  async failed(reason: string, isFinal: boolean): Promise<RetryDecision> {
    const attempts = this.#attempts
    const retryInSeconds = isFinal ? undefined : retryDelaysSeconds[attempts - 1]
    const lastError = reason.replaceAll('\0', '').slice(0, maxErrorLength)
    if (retryInSeconds === undefined) {
      await this.#finish(`${countAttempt}, dead_at = clock_timestamp(), last_error = $2`, [
        lastError,
      ])
    } else {
      await this.#finish(`${countAttempt}, ${dueIn('$3')}, last_error = $2`, [
        lastError,
        retryInSeconds,
      ])
    }
    return { attempts, retryInSeconds }
  }

  /** Runs the job later, without counting the current run as an attempt. */
  async postpone(delaySeconds: number) {
    await this.#finish(dueIn('$2'), [delaySeconds])
  }

  /** Closes the connection, which unlocks the job even while a query is running. */
  release() {
    this.#release(true)
  }

  async #finish(changes: string, values: unknown[]) {
    try {
      await this.#client.query(`update private.outbox set ${changes} where id = $1`, [
        this.item.id,
        ...values,
      ])
      await this.#client.query('commit')
      this.#release(false)
    } catch (error) {
      this.#release(true)
      throw error
    }
  }

  #release(isBroken: boolean) {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#client.release(isBroken)
  }
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
