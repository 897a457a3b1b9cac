import type pg from 'pg'

export interface Limit {
  count: number
  seconds: number
}

export interface RequestLimits {
  person: Limit | undefined
  address: Limit | undefined
  /** What a person may do over sockets. */
  live: { joins: Limit | undefined; messages: Limit | undefined; bytes: Limit | undefined }
  /** What may be open at once. */
  open: {
    socketsOfAddress: number | undefined
    socketsOfPerson: number | undefined
    subscriptions: number | undefined
  }
}

/** Rows of private.settings, "count/seconds" or a count alone; without one there is no limit. */
export async function readRequestLimits(pool: pg.Pool): Promise<RequestLimits> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    "select name, value from private.settings where name ~ '^limit_(requests|live)_'",
  )
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  const limit = (name: string) => limitFrom(values.get(`limit_${name}`))
  const count = (name: string) => countFrom(values.get(`limit_${name}`))
  return {
    person: limit('requests_person'),
    address: limit('requests_address'),
    live: {
      joins: limit('live_joins'),
      messages: limit('live_messages'),
      bytes: limit('live_bytes'),
    },
    open: {
      socketsOfAddress: count('live_sockets_address'),
      socketsOfPerson: count('live_sockets_person'),
      subscriptions: count('live_subscriptions'),
    },
  }
}

function limitFrom(value: string | undefined): Limit | undefined {
  const [, count, seconds] = /^(\d{1,9})\/([1-9]\d{0,5})$/u.exec(value ?? '') ?? []
  if (count === undefined || seconds === undefined) return undefined
  return { count: Number(count), seconds: Number(seconds) }
}

function countFrom(value: string | undefined): number | undefined {
  return /^\d{1,9}$/u.test(value ?? '') ? Number(value) : undefined
}
