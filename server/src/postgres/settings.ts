// Reads and writes private.settings, whose values the server and the SQL share.
import type pg from 'pg'

/** Stores the settings in the database, so that SQL can read them. */
export async function writeSettings(client: pg.ClientBase, settings: Record<string, string>) {
  await client.query(
    `insert into private.settings as known (name, value)
     select name, value
     from jsonb_each_text($1) as given(name, value)
     on conflict (name) do update
       set value = excluded.value, changed_at = now()
       where known.value <> excluded.value`,
    [JSON.stringify(settings)],
  )
}

export async function setSetting(pool: pg.Pool, name: string, value: string) {
  const client = await pool.connect()
  try {
    await writeSettings(client, { [name]: value })
  } finally {
    client.release()
  }
}

export interface RateLimit {
  count: number
  seconds: number
}

export interface RequestLimits {
  user: RateLimit | undefined
  address: RateLimit | undefined
  /** In `database` and `images`, `count` is in milliseconds of work for one user. */
  database: RateLimit | undefined
  images: RateLimit | undefined
  /** These limits apply to each user, over all WebSockets of the user. */
  live: {
    joins: RateLimit | undefined
    messages: RateLimit | undefined
    bytes: RateLimit | undefined
  }
  /** These limits apply to WebSockets and subscriptions that are open at the same time. */
  open: {
    socketsOfAddress: number | undefined
    socketsOfUser: number | undefined
    subscriptions: number | undefined
  }
}

/** Reads the limits of requests and WebSockets. A missing row means no limit. */
export async function readRequestLimits(pool: pg.Pool): Promise<RequestLimits> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    "select name, value from private.settings where name ~ '^limit_(requests|live)_'",
  )
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  const limit = (name: string) => parseRateLimit(values.get(`limit_${name}`))
  const count = (name: string) => parseCount(values.get(`limit_${name}`))
  return {
    user: limit('requests_user'),
    address: limit('requests_address'),
    database: limit('requests_database'),
    images: limit('requests_images'),
    live: {
      joins: limit('live_joins'),
      messages: limit('live_messages'),
      bytes: limit('live_bytes'),
    },
    open: {
      socketsOfAddress: count('live_sockets_address'),
      socketsOfUser: count('live_sockets_user'),
      subscriptions: count('live_subscriptions'),
    },
  }
}

function parseRateLimit(value: string | undefined): RateLimit | undefined {
  const [, count, seconds] = /^(\d{1,9})\/([1-9]\d{0,5})$/u.exec(value ?? '') ?? []
  if (count === undefined || seconds === undefined) return undefined
  return { count: Number(count), seconds: Number(seconds) }
}

function parseCount(value: string | undefined): number | undefined {
  return /^\d{1,9}$/u.test(value ?? '') ? Number(value) : undefined
}
