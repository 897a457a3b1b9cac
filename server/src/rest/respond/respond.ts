// Builds the HTTP response from the result of the statements.
import type { DatabaseHeaders } from '../../http/raised-errors.ts'
import type { RawRequest } from '../parse/request.ts'
import type { InsertPlan, Plan } from '../plan/plan.ts'
import type { PreparedRequest } from '../plan-cache.ts'
import type { RestSettings } from '../settings.ts'
import {
  appliedPreferences,
  contentLocationHeader,
  contentRange,
  profileHeader,
  rangeStatus,
  readOverrides,
} from './response-headers.ts'
import type { StatementResult } from './result.ts'

export interface RestResponse {
  status: number
  headers: DatabaseHeaders
  body: Buffer | undefined
}

export function respond(
  { plan, schema }: PreparedRequest,
  result: StatementResult,
  raw: RawRequest,
  settings: RestSettings,
): RestResponse {
  const { status, headers, body } = plan.format.explain
    ? explainResponse(plan, result)
    : resultResponse(plan, result)
  return {
    status,
    headers: {
      ...profileHeader(schema, settings),
      ...contentLocationHeader(plan, raw),
      ...headers,
    },
    body,
  }
}

function explainResponse({ format }: Plan, { body }: StatementResult): RestResponse {
  return { status: 200, headers: { 'content-type': format.contentType }, body: body ?? undefined }
}

function resultResponse(plan: Plan, result: StatementResult): RestResponse {
  const { status, headers } = readOverrides(result)
  const body = hasBody(plan) && result.body ? result.body : undefined
  const applied = appliedPreferences(plan)
  return {
    status: status ?? statusOf(plan, result),
    headers: {
      ...(body ? { 'content-type': plan.format.contentType } : {}),
      ...rangeHeader(plan, result),
      ...locationHeader(plan, result),
      ...(applied ? { 'preference-applied': applied } : {}),
      ...headers,
    },
    body,
  }
}

function hasBody(plan: Plan) {
  if (plan.kind === 'read') return true
  if (plan.kind === 'call') return plan.routine.returns.kind !== 'void'
  return plan.preferences.return === 'representation'
}

function statusOf(plan: Plan, result: StatementResult) {
  switch (plan.kind) {
    case 'read':
      return rangeStatus(plan.resource.range.offset, result)
    case 'call':
      if (plan.routine.returns.kind === 'void') return 204
      return rangeStatus(plan.resource.range.offset, result)
    case 'insert':
      return insertStatus(plan, result)
    case 'update':
    case 'delete':
      return hasBody(plan) ? 200 : 204
  }
}

/** An upsert that changed only existing rows gets 200 instead of 201. */
function insertStatus(plan: InsertPlan, { rowCount, mergedCount }: StatementResult) {
  if (plan.putKey && !hasBody(plan)) return 204
  return plan.conflict?.isMerged && rowCount === mergedCount ? 200 : 201
}

function rangeHeader(plan: Plan, result: StatementResult): Record<string, string> {
  switch (plan.kind) {
    case 'read':
    case 'call':
      return { 'content-range': contentRange(plan.resource.range.offset, result) }
    case 'update':
      return { 'content-range': contentRange(0, result) }
    case 'insert':
    case 'delete':
      return { 'content-range': `*/${result.totalCount ?? '*'}` }
  }
}

/** Returns the Location header, which contains the URL of a single inserted row. */
function locationHeader(
  plan: Plan,
  { insertedKey, rowCount }: StatementResult,
): Record<string, string> {
  if (plan.kind !== 'insert' || !insertedKey || rowCount !== 1) return {}
  const filters = Object.entries(insertedKey).map(
    ([name, value]) => `${encodeURIComponent(name)}=${keyFilter(value)}`,
  )
  return { location: `/${encodeURIComponent(plan.resource.relation.name)}?${filters.join('&')}` }
}

/** Returns a filter for a key column, which may be null in a view. */
function keyFilter(value: string | null) {
  return value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`
}
