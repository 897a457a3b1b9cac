// Builds the statements that the gateway would send to PostgreSQL for a request. Calls the
// gateway's functions directly, without a server.
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

export async function gatewayStatements(pool: Pool, { jwtSecret }: Keys) {
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
    return [...contextStatements(raw, request.schema, identity, settings), ...toSql(plan)]
  }
}
