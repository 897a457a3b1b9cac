// Plans the columns to fill, the rows to change, and the data to return.
import {
  badBody,
  noSuchWritableColumn,
  putNeedsKey,
  putCannotLimit,
  notSupported,
  RestError,
} from '../errors.ts'
import type { AtPath, Condition, Query } from '../parse/query.ts'
import type { DeleteRequest, WriteRequest } from '../parse/request.ts'
import type { Column, Relation } from '../schema/schema.ts'
import { chooseFormat } from './content-negotiation.ts'
import { checkNumber, checkNumbersInRows } from './decimal-numbers.ts'
import {
  type DeletePlan,
  embedsOf,
  type InsertPlan,
  type PlannedCondition,
  type UpdatePlan,
} from './plan.ts'
import { type PlanContext, planResource } from './plan-resource.ts'

export function planInsert(
  request: WriteRequest,
  relation: Relation,
  context: PlanContext,
): InsertPlan {
  const { preferences, payload, query } = request
  if (payload.hasMixedKeys && !query.columns) throw badBody('All object keys must match')
  return {
    kind: 'insert',
    format: chooseFormat(request, relation, context),
    preferences,
    resource: planReturnedRows(query, relation, context),
    putKey: undefined,
    columns: resolveSentColumns(request, relation),
    json: payload.json,
    rowCount: payload.rowCount,
    fillsDefaults: fillsDefaults(request),
    conflict: planConflict(request, relation),
  }
}

export function planUpdate(
  request: WriteRequest,
  relation: Relation,
  context: PlanContext,
): UpdatePlan {
  const { preferences, payload, query } = request
  if (payload.rowCount > 1) throw badBody('An update accepts only one object.')
  return {
    kind: 'update',
    format: chooseFormat(request, relation, context),
    preferences,
    resource: planChangedRows(query, relation, context),
    columns: resolveSentColumns(request, relation),
    json: payload.json,
    fillsDefaults: fillsDefaults(request),
  }
}

export function planDelete(
  request: DeleteRequest,
  relation: Relation,
  context: PlanContext,
): DeletePlan {
  const { preferences, query } = request
  const format = chooseFormat(request, relation, context)
  return {
    kind: 'delete',
    format,
    preferences,
    resource: planChangedRows(query, relation, context),
  }
}

/** Plans a PUT, which inserts or replaces the row with the primary key in the URL. */
export function planPut(
  request: WriteRequest,
  relation: Relation,
  context: PlanContext,
): InsertPlan {
  const { preferences, payload, query } = request
  if ([...query.limits, ...query.offsets].some(isAtRoot)) throw putCannotLimit()
  if (payload.rowCount !== 1) throw badBody('A PUT needs exactly one object.')
  const putKey = readPutKey(query, relation)
  return {
    kind: 'insert',
    format: chooseFormat(request, relation, context),
    preferences,
    resource: planReturnedRows({ ...query, conditions: [] }, relation, context),
    putKey,
    columns: resolveSentColumns(request, relation),
    json: payload.json,
    rowCount: payload.rowCount,
    fillsDefaults: false,
    conflict: { columns: relation.primaryKey, isMerged: true },
  }
}

/** Returns whether the SQL has to fill missing values with column defaults. */
function fillsDefaults({ preferences, payload, query }: WriteRequest) {
  const payloadKeys = new Set(payload.keys)
  const isMissing = query.columns?.some((name) => !payloadKeys.has(name)) ?? false
  return preferences.missing === 'default' && (payload.hasMixedKeys || isMissing)
}

function planConflict({ preferences, query }: WriteRequest, relation: Relation) {
  if (preferences.resolution === undefined) return undefined
  const columns = resolveColumns(relation, query.onConflict ?? relation.primaryKey)
  const isMerged = preferences.resolution === 'merge-duplicates'
  // A merge without key columns is a plain insert.
  if (isMerged && columns.length === 0) return undefined
  return { columns: columns.map(({ name }) => name), isMerged }
}

function readPutKey({ conditions }: Query, relation: Relation) {
  const values = new Map(conditions.map(readEquality))
  const isKey =
    values.size === conditions.length &&
    values.size > 0 &&
    values.size === relation.primaryKey.length &&
    relation.primaryKey.every((name) => values.has(name))
  if (!isKey) throw putNeedsKey()
  return resolveColumns(relation, relation.primaryKey).map((column) => {
    const value = values.get(column.name) ?? ''
    checkNumber(column.type, value)
    return { column, value }
  })
}

function readEquality(condition: AtPath<Condition>): [name: string, value: string] {
  const { path, value } = condition
  if (path.length > 0 || value.kind !== 'filter' || value.isNegated) throw putNeedsKey()
  const { field, operation } = value
  const isEqual = operation.kind === 'compare' && operation.operator === 'eq'
  if (!isEqual || field.path.length > 0) throw putNeedsKey()
  return [field.name, operation.value]
}

/** Plans the rows that a write returns, without a limit. */
function planReturnedRows(query: Query, relation: Relation, context: PlanContext) {
  const resource = planResource(query, relation, context)
  if (resource.where.some(filtersByEmbed)) throw embedCannotFilter()
  return { ...resource, range: { offset: 0, limit: undefined } }
}

/**
 * Plans the rows that an update or a deletion changes. Refuses inner embeds, limits and offsets, which would have no
 * effect.
 */
function planChangedRows(query: Query, relation: Relation, context: PlanContext) {
  const resource = planReturnedRows(query, relation, context)
  if (embedsOf(resource).some(({ isInner }) => isInner)) throw embedCannotFilter()
  if ([...query.limits, ...query.offsets].some(isAtRoot)) {
    throw notSupported('Limiting an update or a deletion is')
  }
  return resource
}

function embedCannotFilter() {
  return new RestError(400, 'PGRST120', 'A write cannot be filtered by an embedded resource', {
    details: 'Read the keys first, and filter the write by the keys.',
  })
}

function filtersByEmbed(condition: PlannedCondition): boolean {
  if (condition.kind === 'filter') return false
  return condition.kind === 'missing' || condition.terms.some(filtersByEmbed)
}

function isAtRoot({ path }: AtPath<number>) {
  return path.length === 0
}

/** Returns the columns that the payload fills, and checks the payload's numbers. */
function resolveSentColumns({ payload, query }: WriteRequest, relation: Relation) {
  const columns = resolveColumns(relation, query.columns ?? payload.keys)
  checkNumbersInRows(payload.json, columns)
  return columns
}

function resolveColumns(relation: Relation, names: string[]): Column[] {
  return [...new Set(names)].map((name) => {
    const column = relation.columns.get(name)
    if (!column) throw noSuchWritableColumn(relation.name, name)
    return column
  })
}
