// Work to be done after commit, at least once: rows of private.outbox. Whoever does a row holds its lock until the
// outcome is committed, so that two servers never do one at once and a kill leaves it as it was.
import type pg from 'pg'
import type { Queryable } from './queryable.ts'

export interface OutboxItem {
  id: string
  kind: string
  payload: unknown
  createdAt: Date
}

/** What became of a failure: when it is tried again, or that it is not. */
export interface Outcome {
  attempts: number
  /** In seconds; undefined when it is given up. */
  pause: number | undefined
}

const pauses = [30, 120, 600, 1800, 7200, ...Array<number>(11).fill(6 * 3600)]
const longestError = 2000
const attempted = 'attempts = attempts + 1'
const dueIn = (seconds: string) => `due_at = clock_timestamp() + make_interval(secs => ${seconds})`

/** With a connection that is in a transaction, the work is there with its commit and not before. */
export async function enqueue(db: Queryable, kind: string, payload: object): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `with made as (insert into private.outbox (kind, payload) values ($1, $2) returning id)
     select id, pg_notify('outbox', '') from made`,
    [kind, JSON.stringify(payload)],
  )
  const [row] = rows
  if (!row) throw new Error('The database did not say what it noted.')
  return row.id
}

/** The row that waits longest among those of other kinds that are due and nobody does. Letters come last: who signs in, waits for a mail. */
export async function claimNext(
  pool: pg.Pool,
  otherThan: readonly string[],
): Promise<Claim | undefined> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<Row>(
      `select id, kind, payload, created_at, attempts from private.outbox
       where done_at is null and dead_at is null and due_at <= now() and kind <> all ($1::text[])
         -- Says it once more of letters, so that the index leaves them out, however many wait.
         and (kind = 'letter') <= ('letter' <> all ($1::text[]))
       order by kind = 'letter', due_at limit 1 for update skip locked`,
      [otherThan],
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

/** A row that is being done. One of its ends has to be called. */
export class Claim {
  readonly item: OutboxItem
  readonly #client: pg.PoolClient
  readonly #attempts: number
  #isOver = false

  constructor(client: pg.PoolClient, { created_at: createdAt, attempts, ...row }: Row) {
    this.#client = client
    this.#attempts = attempts + 1
    this.item = { ...row, createdAt }
  }

  /** Its payload goes: it may hold what is not to be kept. */
  async done() {
    await this.#finish(
      `${attempted}, done_at = clock_timestamp(), payload = '{}', last_error = null`,
      [],
    )
  }

  async failed(reason: string, isFinal: boolean): Promise<Outcome> {
    const attempts = this.#attempts
    const pause = isFinal ? undefined : pauses[attempts - 1]
    const lastError = reason.replaceAll('\0', '').slice(0, longestError)
    if (pause === undefined) {
      await this.#finish(`${attempted}, dead_at = clock_timestamp(), last_error = $2`, [lastError])
    } else {
      await this.#finish(`${attempted}, ${dueIn('$3')}, last_error = $2`, [lastError, pause])
    }
    return { attempts, pause }
  }

  /** Nothing was attempted; the pause is in seconds. */
  async postpone(pause: number) {
    await this.#finish(dueIn('$2'), [pause])
  }

  /** As if it had never been claimed; also while something else is still asked for. */
  letGo() {
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
    if (this.#isOver) return
    this.#isOver = true
    this.#client.release(isBroken)
  }
}

export interface OutboxCounts {
  waiting: number
  dead: number
  /** How long the oldest waits, in seconds. */
  oldest: number
}

export async function countOutbox(db: Queryable): Promise<OutboxCounts> {
  const { rows } = await db.query<OutboxCounts>(
    `select count(*)::integer as waiting,
            (select count(*) from private.outbox where dead_at is not null)::integer as dead,
            coalesce(extract(epoch from now() - min(created_at)), 0)::float as oldest
       from private.outbox where done_at is null and dead_at is null`,
  )
  return rows[0] ?? { waiting: 0, dead: 0, oldest: 0 }
}
