// Runs the statements of a request in the right kind of transaction.
import { type Identity, isVisitor } from '../http/identity.ts'
import type {
  Batch,
  ConnectionUser,
  QueueTicket,
  RequestPool,
} from '../postgres/pool/request-pool.ts'
import type { Replica } from '../postgres/replication/replica.ts'
import { maxStaleSeconds } from './parse/headers.ts'
import { isReading, type RawRequest } from './parse/request.ts'
import type { Plan } from './plan/plan.ts'
import type { PreparedRequest } from './plan-cache.ts'
import type { RestResponse } from './respond/respond.ts'
import { readResult, type StatementResult } from './respond/result.ts'
import { type Timing, untimed } from './server-timing.ts'
import type { RestSettings } from './settings.ts'
import { idempotencyClaim, runOnce } from './idempotency.ts'
import { contextStatements, timeoutStatements, timeZoneStatements } from './session-context.ts'

export interface RestRequestContext {
  raw: RawRequest
  identity: Identity
  /** The client's IP address. */
  address: string
  /** The user whose database time is counted, or undefined for the server's own key. */
  user: ConnectionUser | undefined
}

export interface RunDependencies {
  requests: RequestPool
  replica: Replica | undefined
  settings: RestSettings
  timing: Timing
}

type RunStatements = (batch: Batch) => Promise<RestResponse>

/** Runs the statements and builds the response, before the commit if the server may refuse the result. */
export async function run(
  prepared: PreparedRequest,
  context: RestRequestContext,
  { requests: pool, replica, settings, timing }: RunDependencies,
  respond: (result: StatementResult) => RestResponse,
): Promise<RestResponse> {
  const { plan } = prepared
  const { raw, identity, address } = context
  const statements = [
    ...contextStatements(raw, prepared.schema, identity, settings),
    ...timeZoneStatements(plan),
    ...timeoutStatements(prepared.timeoutMs),
    ...prepared.statements,
  ]
  const runTimed = (steps: Timing) => async (batch: Batch) => {
    const result = readResult(plan, await batch(statements))
    steps.begin('response')
    return respond(result)
  }
  const runStatements = runTimed(timing)
  timing.begin('transaction')
  const ticket = ticketFor(prepared, context)
  if (isRolledBack(plan, settings))
    return runAndRollBack(pool, identity.role, ticket, runStatements)

  const claim = mayWrite(plan) ? idempotencyClaim(raw, identity, address) : undefined
  if (claim) return runOnce(pool, claim, ticket, runStatements)
  if (mayRefuseResult(plan)) return pool.transaction(identity.role, runStatements, ticket)
  // The read from the replica is not timed, because it may still run while the primary is queried.
  const replicaResponse = await readFromReplica(context, replica, ticket, runTimed(untimed))
  if (replicaResponse) {
    timing.begin('response')
    return replicaResponse
  }
  return runStatements((sent) => pool.batch(identity.role, sent, ticket))
}

/**
 * Writes of signed-in users go first, but not visitors' writes, because one client can pretend to be many visitors. A
 * user's writes run one after the other, because the writes would wait for locks anyway.
 */
function ticketFor(
  { plan, timeoutMs }: PreparedRequest,
  { identity, user }: RestRequestContext,
): QueueTicket {
  const isWrite = mayWrite(plan)
  return {
    priority: isWrite && !isVisitor(identity) ? 'urgent' : 'normal',
    user,
    isExpensive: timeoutMs !== undefined,
    isExclusive: isWrite,
  }
}

/**
 * Returns whether the request may write, regardless of the method, because clients also call read-only functions by
 * POST.
 */
function mayWrite(plan: Plan) {
  return plan.kind === 'call' ? plan.routine.isVolatile : plan.kind !== 'read'
}

/** Returns whether the server may refuse a write because of its result. */
function mayRefuseResult(plan: Plan) {
  const { kind, format, preferences, resource } = plan
  if (!mayWrite(plan) || format.explain) return false
  const mayExceedTotal =
    kind === 'call' && preferences.count !== undefined && resource.range.offset > 0
  return format.kind === 'object' || preferences.maxAffected !== undefined || mayExceedTotal
}

function isRolledBack({ kind, format, preferences }: Plan, settings: RestSettings) {
  // A write by EXPLAIN ANALYZE is rolled back, because the output lacks the row count for `max-affected`.
  if (format.explain?.options.includes('analyze') && kind !== 'read') return true
  const { transactionEnd } = preferences
  return transactionEnd === undefined ? settings.rollsBackByDefault : transactionEnd === 'rollback'
}

function runAndRollBack(
  pool: RequestPool,
  role: string,
  ticket: QueueTicket,
  runStatements: RunStatements,
) {
  const runAndCheck = async (batch: Batch) => {
    const response = await runStatements(batch)
    // Checks deferred constraints here, because PostgreSQL would check them only at a commit.
    await batch([{ text: 'set constraints all immediate', values: [] }])
    return response
  }
  return pool.transaction(role, runAndCheck, ticket, 'rollback')
}

/**
 * Reads from the replica if the client accepts stale data. Returns undefined if the primary has to answer. See
 * docs/decisions/0035-reads-from-a-replica.md.
 */
async function readFromReplica(
  { raw: { method, headers }, identity }: RestRequestContext,
  replica: Replica | undefined,
  ticket: QueueTicket,
  runStatements: RunStatements,
): Promise<RestResponse | undefined> {
  const maxSeconds = isReading(method) ? maxStaleSeconds(headers['cache-control']) : undefined
  if (maxSeconds === undefined) return undefined
  const found = await replica?.read(identity.role, maxSeconds, runStatements, ticket)
  if (!found || found.result.status >= 400) return undefined
  const { result, age } = found
  return { ...result, headers: { ...result.headers, age: String(Math.ceil(age)) } }
}
