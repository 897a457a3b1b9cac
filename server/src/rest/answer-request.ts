// The whole way of a request: parse → plan → SQL → one transaction → response.
import type { Batch, RequestPool } from '../database/requests/request-pool.ts'
import type { Identity } from '../http/identity.ts'
import { RestError } from './errors.ts'
import type { RawRequest } from './parse/request.ts'
import type { ReadShapes } from './read-shapes.ts'
import { respond, type Response } from './respond/respond.ts'
import { contextStatements } from './run/context.ts'
import { claimOf, runOnce } from './run/once.ts'
import { answerFrom, dependsOnOutcome } from './run/run-plan.ts'
import type { SchemaCache } from './schema/schema.ts'
import type { RestSettings } from './settings.ts'

export interface Asking {
  raw: RawRequest
  identity: Identity
  address: string
}

export interface Means {
  requests: RequestPool
  shapes: ReadShapes
  cache: SchemaCache
  settings: RestSettings
}

export async function answerRequest(
  { raw, identity, address }: Asking,
  { requests: pool, shapes, cache, settings }: Means,
): Promise<Response> {
  refuseForeignRole(identity, cache)
  const { plan, schema, statements } = shapes.prepare(raw, cache, settings)
  const all = [...contextStatements(raw, schema, identity, settings), ...statements]
  const work = async (batch: Batch) => respond(plan, answerFrom(plan, await batch(all)))

  const claim = claimOf(raw, identity, address)
  if (claim) return runOnce(pool, claim, work)
  if (dependsOnOutcome(plan)) return pool.transaction(identity.role, work)
  return work((sent) => pool.batch(identity.role, sent))
}

/** PostgreSQL refuses this too, but not on every login that DATABASE_URL may have. */
function refuseForeignRole({ role }: Identity, { roles }: SchemaCache) {
  if (roles.has(role)) return
  throw new RestError(403, '42501', `permission denied to set role "${role}"`)
}
