// Sends a user's queries to a server as the web app does.
import { z } from 'zod'
import { type Keys, tokenOf } from '../people.ts'
import type { Query, TableRequest } from '../story/dashboards.ts'
import { ConnectionPool } from '../story/lean-http.ts'

/**
 * The HTTP status of a response if the server canceled the statement after 8 s. The benchmark
 * records the time of such a query too.
 */
const canceledStatus = 504

const idRows = z.array(z.object({ id: z.string() }))

/** Runs a query to its end and returns the milliseconds that it took. */
export type RunQuery = (query: Query) => Promise<number>

export function queryRunner(port: number, person: number, keys: Keys): RunQuery {
  const connections = new ConnectionPool(port)
  const headers = {
    host: `127.0.0.1:${port}`,
    connection: 'keep-alive',
    apikey: keys.anonKey,
    authorization: `Bearer ${tokenOf(person, keys)}`,
    'accept-profile': 'public',
  }

  async function get({ table, query, isCounted }: TableRequest) {
    const path = `/rest/v1/${table}?${new URLSearchParams(query).toString()}`
    const acceptHeaders = {
      accept: '*/*',
      ...(isCounted ? { prefer: 'count=exact' } : {}),
    }
    const response = await connections.send({
      method: 'GET',
      path,
      headers: { ...headers, ...acceptHeaders },
    })
    if (response.status === canceledStatus) return ''
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.body}`)
    return response.body
  }

  return async ({ requests, thenByIds }) => {
    const start = performance.now()
    const [first = ''] = await Promise.all(requests.map(get))
    if (thenByIds && first) {
      const ids = idRows.parse(JSON.parse(first)).map(({ id }) => id)
      if (ids.length === 0) throw new Error('Nothing was found.')
      await get(thenByIds(ids))
    }
    return performance.now() - start
  }
}
