// Changes of rows: what is filled in, which rows it is about, and what is read of them afterwards.
import { noColumnToFill, notSupported, RestError } from '../errors.ts'
import type { Query } from '../parse/query.ts'
import type { DeleteRequest, WriteRequest } from '../parse/request.ts'
import type { Column, Relation } from '../schema/schema.ts'
import type { DeletePlan, InsertPlan, PlannedCondition, UpdatePlan } from './plan.ts'
import { planResource, type Planning } from './resource.ts'

export function planInsert(
  request: WriteRequest,
  relation: Relation,
  planning: Planning,
): InsertPlan {
  const { form, preferences, payload, query } = request
  const names = query.columns ?? payload.keys
  if (payload.isUneven && !query.columns) {
    throw new RestError(400, 'PGRST102', 'All object keys must match')
  }
  const given = new Set(payload.keys)
  return {
    kind: 'insert',
    form,
    preferences,
    resource: planWritten(query, relation, planning),
    columns: columnsToFill(relation, names),
    json: payload.json,
    count: payload.count,
    fillsDefaults:
      preferences.missing === 'default' &&
      (payload.isUneven || names.some((name) => !given.has(name))),
    conflict: conflictOf(request, relation),
  }
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
  const { form, preferences, payload, query } = request
  if (payload.count > 1) {
    throw new RestError(400, 'PGRST102', 'An update takes one object, not several.')
  }
  return {
    kind: 'update',
    form,
    preferences,
    resource: planChanged(query, relation, planning),
    columns: columnsToFill(relation, query.columns ?? payload.keys),
    json: payload.json,
  }
}

export function planDelete(
  { form, preferences, query }: DeleteRequest,
  relation: Relation,
  planning: Planning,
): DeletePlan {
  return { kind: 'delete', form, preferences, resource: planChanged(query, relation, planning) }
}

/** What was written is answered as a whole. */
function planWritten(query: Query, relation: Relation, planning: Planning) {
  const resource = planResource(query, relation, planning)
  if (resource.where.some(asksForEmbed)) throw notChoosing()
  return { ...resource, range: { offset: 0, limit: undefined } }
}

/** Nothing may look as if it chose which rows are changed, and not do so. */
function planChanged(query: Query, relation: Relation, planning: Planning) {
  const resource = planWritten(query, relation, planning)
  if (resource.items.some((item) => item.kind === 'embed' && item.embed.isInner))
    throw notChoosing()
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

function columnsToFill(relation: Relation, names: string[]): Column[] {
  return [...new Set(names)].map((name) => {
    const column = relation.columns.get(name)
    if (!column) throw noColumnToFill(relation.name, name)
    return column
  })
}
