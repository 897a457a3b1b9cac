// The HTTP answer to a plan that was run.
import type { AnswerHeaders } from '../../http/answer-headers.ts'
import type { InsertPlan, Plan } from '../plan/plan.ts'
import type { Answer } from './answer.ts'
import { contentRange, statusOfRange } from './content-range.ts'
import { overrides } from './overrides.ts'
import { appliedPreferences } from './preferences.ts'

export interface Response {
  status: number
  headers: AnswerHeaders
  body: Buffer | undefined
}

export function respond(plan: Plan, answer: Answer): Response {
  const headerOfForm = { 'content-type': plan.form.contentType }
  if (plan.form.explained)
    return { status: 200, headers: headerOfForm, body: answer.body ?? undefined }
  const { status, headers } = overrides(answer)
  const body = hasBody(plan) && answer.body ? answer.body : undefined
  const applied = appliedPreferences(plan)
  return {
    status: status ?? statusOf(plan, answer),
    headers: {
      ...(body ? headerOfForm : {}),
      ...rangeHeader(plan, answer),
      ...locationHeader(plan, answer),
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

function statusOf(plan: Plan, answer: Answer) {
  switch (plan.kind) {
    case 'read':
      return statusOfRange(plan.resource.range.offset, answer)
    case 'call':
      if (plan.routine.returns.kind === 'void') return 204
      return statusOfRange(plan.resource.range.offset, answer)
    case 'insert':
      return statusOfInsert(plan, answer)
    case 'update':
    case 'delete':
      return hasBody(plan) ? 200 : 204
  }
}

/** What only changed what was there created nothing. */
function statusOfInsert(plan: InsertPlan, { rows, merged }: Answer) {
  if (plan.addressed && !hasBody(plan)) return 204
  return plan.conflict?.isMerged && rows === merged ? 200 : 201
}

function rangeHeader(plan: Plan, answer: Answer): Record<string, string> {
  switch (plan.kind) {
    case 'read':
    case 'call':
      return { 'content-range': contentRange(plan.resource.range.offset, answer) }
    case 'update':
      return { 'content-range': contentRange(0, answer) }
    case 'insert':
    case 'delete':
      return { 'content-range': `*/${answer.total ?? '*'}` }
  }
}

/** Where the one row that was inserted can be read. */
function locationHeader(plan: Plan, { key, rows }: Answer): Record<string, string> {
  if (plan.kind !== 'insert' || !key || rows !== 1) return {}
  const filters = Object.entries(key).map(
    ([name, value]) => `${encodeURIComponent(name)}=${filterFor(value)}`,
  )
  return { location: `/${encodeURIComponent(plan.resource.relation.name)}?${filters.join('&')}` }
}

/** The key of a view may have nothing in it. */
function filterFor(value: string | null) {
  return value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`
}
