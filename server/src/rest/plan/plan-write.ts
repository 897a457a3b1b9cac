// Changes of rows: what is filled in, which rows it is about, and what is read of them afterwards.
import { badBody, noColumnToFill, notSupported, RestError } from '../errors.ts'
import type { Query } from '../parse/query.ts'
import type { DeleteRequest, WriteRequest } from '../parse/request.ts'
import type { Column, Relation } from '../schema/schema.ts'
import { chooseForm } from './choose-form.ts'
import {
  type DeletePlan,
  embedsOf,
  type InsertPlan,
  type PlannedCondition,
  type UpdatePlan,
} from './plan.ts'
import { planResource, type Planning } from './resource.ts'

export function planInsert(
  request: WriteRequest,
  relation: Relation,
  planning: Planning,
): InsertPlan {
  const { preferences, payload, query } = request
  if (payload.isUneven && !query.columns) throw badBody('All object keys must match')
  return {
    kind: 'insert',
    form: chooseForm(request, relation, planning),
    preferences,
    resource: planWritten(query, relation, planning),
    addressed: undefined,
    columns: columnsToFill(relation, query.columns ?? payload.keys),
    json: payload.json,
    count: payload.count,
    fillsDefaults: fillsDefaults(request),
    conflict: conflictOf(request, relation),
  }
}

/** Whether something may be missing for which the default is wanted. */
function fillsDefaults({ preferences, payload, query }: WriteRequest) {
  const given = new Set(payload.keys)
  const isMissing = query.columns?.some((name) => !given.has(name)) ?? false
  return preferences.missing === 'default' && (payload.isUneven || isMissing)
}

function conflictOf({ preferences, query }: WriteRequest, relation: Relation) {
  if (preferences.resolution === undefined) return undefined
  const columns = columnsToFill(relation, query.onConflict ?? relation.primaryKey)
  const isMerged = preferences.resolution === 'merge-duplicates'
  // Without a key there is nothing to merge by.
  if (isMerged && columns.length === 0) return undefined
  return { columns: columns.map(({ name }) => name), isMerged }
}

export function planUpdate(
  request: WriteRequest,
  relation: Relation,
  planning: Planning,
): UpdatePlan {
  const { preferences, payload, query } = request
  if (payload.count > 1) throw badBody('An update takes one object, not several.')
  return {
    kind: 'update',
    form: chooseForm(request, relation, planning),
    preferences,
    resource: planChanged(query, relation, planning),
    columns: columnsToFill(relation, query.columns ?? payload.keys),
    json: payload.json,
    fillsDefaults: fillsDefaults(request),
  }
}

export function planDelete(
  request: DeleteRequest,
  relation: Relation,
  planning: Planning,
): DeletePlan {
  const { preferences, query } = request
  const form = chooseForm(request, relation, planning)
  return { kind: 'delete', form, preferences, resource: planChanged(query, relation, planning) }
}

/** What was written is answered as a whole. */
export function planWritten(query: Query, relation: Relation, planning: Planning) {
  const resource = planResource(query, relation, planning)
  if (resource.where.some(asksForEmbed)) throw notChoosing()
  return { ...resource, range: { offset: 0, limit: undefined } }
}

/** Nothing may look as if it chose which rows are changed, and not do so. */
function planChanged(query: Query, relation: Relation, planning: Planning) {
  const resource = planWritten(query, relation, planning)
  if (embedsOf(resource).some(({ isInner }) => isInner)) throw notChoosing()
  if ([...query.limits, ...query.offsets].some(({ path }) => path.length === 0)) {
    throw notSupported('Limiting an update or a deletion is')
  }
  return resource
}

function notChoosing() {
  return new RestError(400, 'PGRST120', 'A write cannot be filtered by what is embedded', {
    details: 'Read the keys first, and filter the write by them.',
  })
}

function asksForEmbed(condition: PlannedCondition): boolean {
  if (condition.kind === 'filter') return false
  return condition.kind === 'missing' || condition.terms.some(asksForEmbed)
}

export function columnsToFill(relation: Relation, names: string[]): Column[] {
  return [...new Set(names)].map((name) => {
    const column = relation.columns.get(name)
    if (!column) throw noColumnToFill(relation.name, name)
    return column
  })
}
