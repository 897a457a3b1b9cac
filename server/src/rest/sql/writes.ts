// Writes statements that change rows and return them.
import {
  type DeletePlan,
  type EmbedPlan,
  embedsOf,
  type InsertPlan,
  type ResourcePlan,
  type UpdatePlan,
  type WritePlan,
} from '../plan/plan.ts'
import type { Column } from '../schema/schema.ts'
import { whereSql } from './where.ts'
import {
  columnDefinitionsSql,
  fieldSql,
  bodyColumnSql,
  quoteName,
  quoteNames,
  qualifiedName,
  fromTextSql,
  type StatementBuilder,
  wholeRowColumn,
  wholeRowSql,
} from './fragments.ts'
import { fieldsOf, needsWholeRow } from './materialize.ts'

/** @param returning  SQL for the columns that the statement returns from the changed rows. */
export function writeSql(plan: WritePlan, returning: string, statement: StatementBuilder): string {
  if (plan.kind === 'update' && plan.columns.length === 0) return emptyUpdateSql(plan, returning)
  return `${changeSql(plan, statement)} returning ${returning}`
}

function changeSql(plan: WritePlan, statement: StatementBuilder) {
  switch (plan.kind) {
    case 'insert':
      return insertSql(plan, statement)
    case 'update':
      return updateSql(plan, statement)
    case 'delete':
      return deleteSql(plan, statement)
  }
}

/** Returns a query that finds no rows, because an update without columns changes nothing. */
function emptyUpdateSql({ resource }: UpdatePlan, returning: string) {
  return `select ${returning} from ${qualifiedName(resource.relation)} ${resource.alias} where false`
}

function insertSql(plan: InsertPlan, statement: StatementBuilder) {
  const { resource, columns, json, rowCount, fillsDefaults, putKey } = plan
  const into = `insert into ${qualifiedName(resource.relation)} as ${resource.alias}`
  if (columns.length === 0 && rowCount === 1 && !putKey) return `${into} default values`
  const target = columns.map((column) => column.name)
  const body = `${statement.bind(json)}::json`
  const rows = putKey
    ? putRowSql(columns, putKey, body, statement)
    : fillsDefaults
      ? rowsWithDefaultsSql(columns, body)
      : rowsSql(columns, body)
  const list = columns.length > 0 ? ` (${quoteNames(target)})` : ''
  return `${into}${list} ${rows}${conflictSql(plan)}`
}

function rowsSql(columns: Column[], body: string) {
  if (columns.length === 0) return `select from json_array_elements(${body})`
  const list = columns.map(bodyColumnSql).join(', ')
  return `select ${list} from json_to_recordset(${body}) as body(${columnDefinitionsSql(columns)})`
}

/** Returns SQL for the first row of the body if its key equals the key in the URL. */
function putRowSql(
  columns: Column[],
  putKey: NonNullable<InsertPlan['putKey']>,
  body: string,
  statement: StatementBuilder,
) {
  const keys = putKey.map(({ column }) => column)
  const all = new Map([...columns, ...keys].map((column) => [column.name, column]))
  const matches = putKey.map(
    ({ column, value }) =>
      `${bodyColumnSql(column)} = ${fromTextSql(column.fromTextFunction, statement.bind(value))}`,
  )
  const list = columns.map(bodyColumnSql).join(', ')
  const row = `json_to_record(${body}->0) as body(${columnDefinitionsSql([...all.values()])})`
  return `select ${list} from ${row} where ${matches.join(' and ')}`
}

/** Returns SQL for the rows of the body, with the columns' defaults for missing values. */
function rowsWithDefaultsSql(columns: Column[], body: string) {
  const values = columns.map((column) => valueOrDefaultSql(column, 'item.value'))
  return (
    `select ${values.join(', ')} from json_array_elements(${body}) as item, ` +
    `lateral json_to_record(item.value) as body(${columnDefinitionsSql(columns)})`
  )
}

function valueOrDefaultSql(column: Column, item: string) {
  const value = bodyColumnSql(column)
  if (column.default === undefined) return value
  const key = `'${column.name.replaceAll("'", "''")}'`
  return `case when ${item}->${key} is null then ${column.default} else ${value} end`
}

/** A condition that is always true and counts the merged rows for the status of the response. */
const countMerged =
  "set_config('rest.merged', (coalesce(nullif(current_setting('rest.merged', true), ''), '0')::integer + 1)::text, true) is not null"

function conflictSql({ conflict, columns }: InsertPlan) {
  if (!conflict) return ''
  const target = conflict.columns.length > 0 ? ` (${quoteNames(conflict.columns)})` : ''
  if (!conflict.isMerged || columns.length === 0) return ` on conflict${target} do nothing`
  const changes = columns.map(
    (column) => `${quoteName(column.name)} = excluded.${quoteName(column.name)}`,
  )
  return ` on conflict${target} do update set ${changes.join(', ')} where ${countMerged}`
}

function updateSql(
  { resource, columns, json, fillsDefaults }: UpdatePlan,
  statement: StatementBuilder,
) {
  const table = `update ${qualifiedName(resource.relation)} as ${resource.alias}`
  const item = `(${statement.bind(json)}::json->0)`
  const changes = columns.map((column) => {
    const value = fillsDefaults ? valueOrDefaultSql(column, item) : bodyColumnSql(column)
    return `${quoteName(column.name)} = ${value}`
  })
  const body = `json_to_record(${item}) as body(${columnDefinitionsSql(columns)})`
  return `${table} set ${changes.join(', ')} from ${body}${whereSql(resource, statement)}`
}

function deleteSql({ resource }: DeletePlan, statement: StatementBuilder) {
  const { relation, alias } = resource
  return `delete from ${qualifiedName(relation)} as ${alias}${whereSql(resource, statement)}`
}

/** Returns SQL for the columns that the response needs from the changed rows. */
export function returningSql(resource: ResourcePlan, statement: StatementBuilder): string {
  const { alias } = resource
  const returned = new Map(
    fieldsOf({ ...resource, where: [] }).map((field) => [
      field.name,
      fieldSql({ ...field, path: [] }, statement),
    ]),
  )
  for (const column of embedsOf(resource).flatMap(joinColumns))
    returned.set(column, `${alias}.${quoteName(column)}`)
  if (needsWholeRow(resource)) returned.set(wholeRowColumn, wholeRowSql(resource))
  if (returned.size === 0) return '1'
  return [...returned].map(([column, value]) => `${value} as ${quoteName(column)}`).join(', ')
}

function joinColumns({ relationship }: EmbedPlan) {
  return relationship.kind === 'computed' ? [] : relationship.from
}
