// The whole way of a request: parse → plan → SQL → one transaction → response.
import type { Batch, RequestPool } from '../database/requests/request-pool.ts'
import type { Identity } from '../http/identity.ts'
import { RestError } from './errors.ts'
import { parseRequest, type RawRequest } from './parse/request.ts'
import { planRequest } from './plan/plan-request.ts'
import { respond, type Response } from './respond/respond.ts'
import { contextStatements } from './run/context.ts'
import { claimOf, runOnce } from './run/once.ts'
import { answerFrom, dependsOnOutcome, statementsOf } from './run/run-plan.ts'
import type { SchemaCache } from './schema/schema.ts'
import type { RestSettings } from './settings.ts'

export interface Asking {
  raw: RawRequest
  identity: Identity
  address: string
}

export async function answerRequest(
  { raw, identity, address }: Asking,
  pool: RequestPool,
  cache: SchemaCache,
  settings: RestSettings,
): Promise<Response> {
  refuseForeignRole(identity, cache)
  const request = parseRequest(raw, settings.schemas)
  const plan = planRequest(request, { cache, maxRows: settings.maxRows })
  const context = contextStatements(raw, request.schema, identity, settings)
  const statements = [...context, ...statementsOf(plan)]
  const work = async (batch: Batch) => respond(plan, answerFrom(plan, await batch(statements)))

  const claim = claimOf(raw, identity, address)
  if (claim) return runOnce(pool, claim, work)
  if (dependsOnOutcome(plan)) return pool.transaction(identity.role, work)
  return work((all) => pool.batch(identity.role, all))
}

/** PostgreSQL refuses this too, but not on every login that DATABASE_URL may have. */
function refuseForeignRole({ role }: Identity, { roles }: SchemaCache) {
  if (roles.has(role)) return
  throw new RestError(403, '42501', `permission denied to set role "${role}"`)
}
