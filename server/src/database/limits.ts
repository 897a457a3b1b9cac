import type pg from 'pg'

export interface Limit {
  count: number
  seconds: number
}

export interface RequestLimits {
  person: Limit | undefined
  address: Limit | undefined
}

/** Rows of private.settings, "count/seconds"; without one there is no limit. */
export async function readRequestLimits(pool: pg.Pool): Promise<RequestLimits> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    "select name, value from private.settings where name like 'limit\\_requests\\_%'",
  )
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  return {
    person: limitFrom(values.get('limit_requests_person')),
    address: limitFrom(values.get('limit_requests_address')),
  }
}

function limitFrom(value: string | undefined): Limit | undefined {
  const [, count, seconds] = /^(\d{1,9})\/([1-9]\d{0,5})$/u.exec(value ?? '') ?? []
  if (count === undefined || seconds === undefined) return undefined
  return { count: Number(count), seconds: Number(seconds) }
}
