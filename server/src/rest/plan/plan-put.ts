// A PUT writes the one row that its address names by the whole primary key, whether or not it is there.
import { badBody, notByKey, notLimited } from '../errors.ts'
import type { At, Condition, Query } from '../parse/query.ts'
import type { WriteRequest } from '../parse/request.ts'
import type { Relation } from '../schema/schema.ts'
import type { InsertPlan } from './plan.ts'
import { chooseForm } from './choose-form.ts'
import { columnsToFill, planWritten } from './plan-write.ts'
import type { Planning } from './resource.ts'

export function planPut(request: WriteRequest, relation: Relation, planning: Planning): InsertPlan {
  const { preferences, payload, query } = request
  if ([...query.limits, ...query.offsets].some(isOfRoot)) throw notLimited()
  if (payload.count !== 1) throw badBody('A PUT takes one object, not several or none.')
  const addressed = addressedBy(query, relation)
  return {
    kind: 'insert',
    form: chooseForm(request, relation, planning),
    preferences,
    resource: planWritten({ ...query, conditions: [] }, relation, planning),
    addressed,
    columns: columnsToFill(relation, query.columns ?? payload.keys),
    json: payload.json,
    count: payload.count,
    fillsDefaults: false,
    conflict: { columns: relation.primaryKey, isMerged: true },
  }
}

function addressedBy({ conditions }: Query, relation: Relation) {
  const values = new Map(conditions.map(equality))
  const isKey =
    values.size === conditions.length &&
    values.size > 0 &&
    values.size === relation.primaryKey.length &&
    relation.primaryKey.every((name) => values.has(name))
  if (!isKey) throw notByKey()
  return columnsToFill(relation, relation.primaryKey).map((column) => ({
    column,
    value: values.get(column.name) ?? '',
  }))
}

function equality(condition: At<Condition>): [name: string, value: string] {
  const { path, value } = condition
  if (path.length > 0 || value.kind !== 'filter' || value.isNegated) throw notByKey()
  const { field, operation } = value
  const isEqual = operation.kind === 'compare' && operation.operator === 'eq'
  if (!isEqual || field.path.length > 0) throw notByKey()
  return [field.name, operation.value]
}

function isOfRoot({ path }: At<number>) {
  return path.length === 0
}
