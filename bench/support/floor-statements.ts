// Builds the statements that the floor runs for a request, with the gateway's functions and without a server. The first
// statement is the one of commit 78adb81d, so that the floor stays the same if the gateway's statements change.
import type { Pool } from 'pg'
import { readConfig } from '../../server/src/config/config.ts'
import type { Statement } from '../../server/src/postgres/pool/request-pool.ts'
import { Identities } from '../../server/src/http/identity.ts'
import { parseRequest } from '../../server/src/rest/parse/request.ts'
import { planRequest } from '../../server/src/rest/plan/plan-request.ts'
import { contextStatements } from '../../server/src/rest/session-context.ts'
import { toSql } from '../../server/src/rest/sql/statement.ts'
import { loadSchemaCache } from '../../server/src/rest/schema/load-schema-cache.ts'
import type { MeasuredRequest } from './cases.ts'
import type { Keys } from './people.ts'

const floorContextSql = `select
  set_config('search_path', $1, true),
  set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true),
  set_config('request.path', $4, true),
  set_config('request.headers', $5, true),
  set_config('request.cookies', $6, true),
  set_config('response.status', '', true),
  set_config('response.headers', '', true),
  set_config('transaction_read_only', $7, true),
  set_config('request.jwt.claim.sub', $8, true),
  auth.assert_session($9),
  set_config('role', $10, true)`

/** The planner settings of that commit, for the connections of the floor. */
export const floorOptions = '-c random_page_cost=4'

export async function floorStatements(pool: Pool, { jwtSecret }: Keys) {
  const { rest: settings, jwtAudience: audience } = readConfig({})
  const { schemas, anonymousRole } = settings
  const cache = await loadSchemaCache(pool, schemas)
  const identities = new Identities({ jwtSecret, keys: [], audience, anonymousRole })
  return async ({ method, path, headers, body }: MeasuredRequest): Promise<Statement[]> => {
    const identity = await identities.identify(headers)
    const raw = { method, url: path, headers, body: body === undefined ? body : Buffer.from(body) }
    const request = parseRequest(raw, settings, cache.timeZones)
    const seesAllRows = cache.rolesSeeingAllRows.has(identity.role)
    const plan = planRequest(request, { schemaCache: cache, ...settings, seesAllRows })
    const context = contextStatements(raw, request.schema, identity, settings)
    return [...context.map(({ values }) => ({ text: floorContextSql, values })), ...toSql(plan)]
  }
}
