// Statements that change rows and give back what became of them.
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
import { whereSql } from './conditions.ts'
import { fieldSql, readSql, wholeRowSql } from './field.ts'
import { definitionsSql, givenSql } from './given.ts'
import { fieldsOf, needsWholeRow, wholeRow } from './materialized.ts'
import { name, names, qualified, type StatementText } from './text.ts'

/** `returning` names what is read of the changed rows afterwards. */
export function writeSql(plan: WritePlan, returning: string, statement: StatementText): string {
  if (plan.kind === 'update' && plan.columns.length === 0) return unchangedSql(plan, returning)
  return `${changeSql(plan, statement)} returning ${returning}`
}

function changeSql(plan: WritePlan, statement: StatementText) {
  switch (plan.kind) {
    case 'insert':
      return insertSql(plan, statement)
    case 'update':
      return updateSql(plan, statement)
    case 'delete':
      return deleteSql(plan, statement)
  }
}

/** An update that names no column changes nothing. */
function unchangedSql({ resource }: UpdatePlan, returning: string) {
  return `select ${returning} from ${qualified(resource.relation)} ${resource.alias} where false`
}

function insertSql(plan: InsertPlan, statement: StatementText) {
  const { resource, columns, json, count, fillsDefaults, addressed } = plan
  const into = `insert into ${qualified(resource.relation)} as ${resource.alias}`
  if (columns.length === 0 && count === 1 && !addressed) return `${into} default values`
  const target = columns.map((column) => column.name)
  const body = `${statement.bind(json)}::json`
  const rows = addressed
    ? addressedRowSql(columns, addressed, body, statement)
    : fillsDefaults
      ? filledRowsSql(columns, body)
      : rowsSql(columns, body)
  const list = columns.length > 0 ? ` (${names(target)})` : ''
  return `${into}${list} ${rows}${conflictSql(plan)}`
}

function rowsSql(columns: Column[], body: string) {
  if (columns.length === 0) return `select from json_array_elements(${body})`
  const list = columns.map(givenSql).join(', ')
  return `select ${list} from json_to_recordset(${body}) as body(${definitionsSql(columns)})`
}

/** The first row of the body, if it is the one that the address names. */
function addressedRowSql(
  columns: Column[],
  addressed: NonNullable<InsertPlan['addressed']>,
  body: string,
  statement: StatementText,
) {
  const keys = addressed.map(({ column }) => column)
  const all = new Map([...columns, ...keys].map((column) => [column.name, column]))
  const matches = addressed.map(
    ({ column, value }) => `${givenSql(column)} = ${readSql(column.readBy, statement.bind(value))}`,
  )
  const list = columns.map(givenSql).join(', ')
  const row = `json_to_record(${body}->0) as body(${definitionsSql([...all.values()])})`
  return `select ${list} from ${row} where ${matches.join(' and ')}`
}

/** Where a row says nothing of a column, its default stands. */
function filledRowsSql(columns: Column[], body: string) {
  const values = columns.map((column) => valueOrDefaultSql(column, 'item.value'))
  return (
    `select ${values.join(', ')} from json_array_elements(${body}) as item, ` +
    `lateral json_to_record(item.value) as body(${definitionsSql(columns)})`
  )
}

function valueOrDefaultSql(column: Column, item: string) {
  const given = givenSql(column)
  if (column.default === undefined) return given
  const key = `'${column.name.replaceAll("'", "''")}'`
  return `case when ${item}->${key} is null then ${column.default} else ${given} end`
}

/** Counts, for the status of the answer, and lets every row pass. */
const countMerged =
  "set_config('rest.merged', (coalesce(nullif(current_setting('rest.merged', true), ''), '0')::integer + 1)::text, true) is not null"

function conflictSql({ conflict, columns }: InsertPlan) {
  if (!conflict) return ''
  const target = conflict.columns.length > 0 ? ` (${names(conflict.columns)})` : ''
  if (!conflict.isMerged || columns.length === 0) return ` on conflict${target} do nothing`
  const changes = columns.map((column) => `${name(column.name)} = excluded.${name(column.name)}`)
  return ` on conflict${target} do update set ${changes.join(', ')} where ${countMerged}`
}

function updateSql(
  { resource, columns, json, fillsDefaults }: UpdatePlan,
  statement: StatementText,
) {
  const table = `update ${qualified(resource.relation)} as ${resource.alias}`
  const item = `(${statement.bind(json)}::json->0)`
  const changes = columns.map((column) => {
    const value = fillsDefaults ? valueOrDefaultSql(column, item) : givenSql(column)
    return `${name(column.name)} = ${value}`
  })
  const body = `json_to_record(${item}) as body(${definitionsSql(columns)})`
  return `${table} set ${changes.join(', ')} from ${body}${whereSql(resource, statement)}`
}

function deleteSql({ resource }: DeletePlan, statement: StatementText) {
  const { relation, alias } = resource
  return `delete from ${qualified(relation)} as ${alias}${whereSql(resource, statement)}`
}

/** The columns of the changed rows that the answer is made of. */
export function returningSql(resource: ResourcePlan, statement: StatementText): string {
  const { alias } = resource
  const wanted = new Map(
    fieldsOf({ ...resource, where: [] }).map((field) => [
      field.name,
      fieldSql({ ...field, path: [] }, statement),
    ]),
  )
  for (const column of embedsOf(resource).flatMap(linkedBy))
    wanted.set(column, `${alias}.${name(column)}`)
  if (needsWholeRow(resource)) wanted.set(wholeRow, wholeRowSql(resource))
  if (wanted.size === 0) return '1'
  return [...wanted].map(([column, value]) => `${value} as ${name(column)}`).join(', ')
}

function linkedBy({ relationship }: EmbedPlan) {
  return relationship.kind === 'computed' ? [] : relationship.from
}
