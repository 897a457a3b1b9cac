// The whole way of a request: parse → plan → SQL → one transaction → response.
import type { Replica } from '../postgres/replication/replica.ts'
import type { Batch, Place, RequestPool } from '../postgres/pool/request-pool.ts'
import { type Identity, isVisitor } from '../http/identity.ts'
import { answerOptions } from './answer-options.ts'
import { answerRoot } from './openapi/answer-root.ts'
import type { Descriptions } from './openapi/descriptions.ts'
import { RestError } from './errors.ts'
import { type RawRequest, targetIn } from './parse/request.ts'
import type { Plan } from './plan/plan.ts'
import type { ReadShapes } from './read-shapes.ts'
import { located } from './respond/content-location.ts'
import { respond, type Response } from './respond/respond.ts'
import { contextStatements, timeZoneStatements } from './run/context.ts'
import { fromReplica } from './run/from-replica.ts'
import { claimOf, runOnce } from './run/once.ts'
import { isUndone, tryOut } from './run/try-out.ts'
import { answerFrom, dependsOnOutcome, isAct } from './run/run-plan.ts'
import type { SchemaCache } from './schema/schema.ts'
import type { RestSettings } from './settings.ts'
import { type Timing, untimed } from './stopwatch.ts'

export interface Asking {
  raw: RawRequest
  identity: Identity
  address: string
}

export interface Means {
  requests: RequestPool
  replica: Replica | undefined
  shapes: ReadShapes
  descriptions: Descriptions
  cache: SchemaCache
  settings: RestSettings
  timing: Timing
}

export async function answerRequest(asking: Asking, means: Means): Promise<Response> {
  const { raw, identity } = asking
  const { cache, settings, timing } = means
  refuseForeignRole(identity, cache)
  timing.begin('parse')
  if (raw.method === 'OPTIONS') {
    timing.begin('response')
    return answerOptions(raw, cache, settings)
  }
  if (targetIn(raw, settings).kind === 'root') return answerRoot(raw, identity, means)
  return run(asking, means)
}

async function run({ raw, identity, address }: Asking, means: Means): Promise<Response> {
  const { requests: pool, replica, shapes, cache, settings, timing } = means
  const { plan, schema, statements } = shapes.prepare(raw, cache, settings, timing)
  const context = contextStatements(raw, schema, identity, settings)
  const all = [...context, ...timeZoneStatements(plan), ...statements]
  const timed = (steps: Timing) => async (batch: Batch) => {
    const answer = answerFrom(plan, await batch(all))
    steps.begin('response')
    return located(respond(plan, answer), { plan, schema, raw, settings })
  }
  const work = timed(timing)
  timing.begin('transaction')
  const place = placeOf(plan, identity)
  if (isUndone(plan, settings)) return tryOut(pool, identity.role, place, work)

  const claim = claimOf(raw, identity, address)
  if (claim) return runOnce(pool, claim, place, work)
  if (dependsOnOutcome(plan)) return pool.transaction(identity.role, work, place)
  // One that was given up may come to its end while the primary is asked.
  const older = await fromReplica(raw, identity.role, replica, timed(untimed))
  if (older) {
    timing.begin('response')
    return older
  }
  return work((sent) => pool.batch(identity.role, sent, place))
}

/** What strangers do waits its turn: anybody can be one as often as they like. */
function placeOf(plan: Plan, identity: Identity): Place {
  return isAct(plan) && !isVisitor(identity) ? 'ahead' : 'in turn'
}

/** PostgreSQL refuses this too, but not on every login that DATABASE_URL may have. */
function refuseForeignRole({ role }: Identity, { roles }: SchemaCache) {
  if (roles.has(role)) return
  throw new RestError(403, '42501', `permission denied to set role "${role}"`)
}
