// Handles a request in this order: parse, plan, write the SQL, run it in one transaction, and respond.
import type { Identity } from '../http/identity.ts'
import { RestError } from './errors.ts'
import { type DescriptionCache, respondToRoot } from './openapi/root.ts'
import { isLarge, waitToParse } from './parse/large-body.ts'
import { parseRequest, targetOf } from './parse/request.ts'
import { expensiveTimeoutMs } from './plan/expensive.ts'
import { planRequest } from './plan/plan-request.ts'
import type { PlanCache } from './plan-cache.ts'
import { respondToOptions } from './respond/allowed-methods.ts'
import { respond, type RestResponse } from './respond/respond.ts'
import { type RestRequestContext, run, type RunDependencies } from './run.ts'
import type { SchemaCache } from './schema/schema.ts'
import { toSql } from './sql/statement.ts'

export interface RestDependencies extends RunDependencies {
  schemaCache: SchemaCache
  planCache: PlanCache
  descriptions: DescriptionCache
}

export async function handleRestRequest(
  context: RestRequestContext,
  dependencies: RestDependencies,
): Promise<RestResponse> {
  const { raw, identity } = context
  const { schemaCache, settings, timing } = dependencies
  checkRole(identity, schemaCache)
  timing.begin('parse')
  if (raw.method === 'OPTIONS') {
    timing.begin('response')
    return respondToOptions(raw, schemaCache, settings)
  }
  if (targetOf(raw, settings).kind === 'root') return respondToRoot(context, dependencies)
  return runPipeline(context, dependencies)
}

/** Runs the pipeline, without parsing and planning if the plan cache has the SQL. */
async function runPipeline(
  context: RestRequestContext,
  dependencies: RestDependencies,
): Promise<RestResponse> {
  const { planCache, schemaCache, settings, timing } = dependencies
  if (isLarge(context.raw.body)) await waitToParse()
  const seesAllRows = schemaCache.rolesSeeingAllRows.has(context.identity.role)
  const prepared = planCache.prepare(context.raw, { ...dependencies, seesAllRows }, (raw) => {
    const request = parseRequest(raw, settings, schemaCache.timeZones)
    timing.begin('plan')
    const plan = planRequest(request, { schemaCache, ...settings, seesAllRows })
    const timeoutMs = expensiveTimeoutMs(plan)
    return { plan, schema: request.schema, statements: toSql(plan), timeoutMs }
  })
  return run(prepared, context, dependencies, (result) =>
    respond(prepared, result, context.raw, settings),
  )
}

/** Throws if requests may not use this role. PostgreSQL would allow every role of which the login is a member. */
function checkRole({ role }: Identity, { roles, forbiddenRoles }: SchemaCache) {
  if (roles.has(role)) return
  if (forbiddenRoles.has(role))
    throw new RestError(403, '42501', `permission denied to set role "${role}"`)
  const headers = { 'www-authenticate': 'Bearer' }
  throw new RestError(401, '22023', `role "${role}" does not exist`, { headers })
}
