// Statements that change rows and give back what became of them.
import type {
  DeletePlan,
  InsertPlan,
  PlannedCondition,
  ResourcePlan,
  UpdatePlan,
  WritePlan,
} from '../plan/plan.ts'
import type { Column } from '../schema/schema.ts'
import { conditionSql } from './conditions.ts'
import { fieldSql } from './field.ts'
import { fieldsOf } from './materialized.ts'
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
  const { resource, columns, json, count, fillsDefaults } = plan
  const into = `insert into ${qualified(resource.relation)} as ${resource.alias}`
  if (columns.length === 0 && count === 1) return `${into} default values`
  const target = columns.map((column) => column.name)
  const body = `${statement.bind(json)}::json`
  const rows = fillsDefaults ? filledRowsSql(columns, body) : rowsSql(columns, body)
  const list = columns.length > 0 ? ` (${names(target)})` : ''
  return `${into}${list} ${rows}${conflictSql(plan)}`
}

function rowsSql(columns: Column[], body: string) {
  if (columns.length === 0) return `select from json_array_elements(${body})`
  const list = names(columns.map((column) => column.name))
  return `select ${list} from json_to_recordset(${body}) as body(${definitions(columns)})`
}

/** Where a row says nothing of a column, its default stands. */
function filledRowsSql(columns: Column[], body: string) {
  const values = columns.map((column) => {
    const given = `body.${name(column.name)}`
    if (column.default === undefined) return given
    const key = `'${column.name.replaceAll("'", "''")}'`
    return `case when item.value->${key} is null then ${column.default} else ${given} end`
  })
  return (
    `select ${values.join(', ')} from json_array_elements(${body}) as item, ` +
    `lateral json_to_record(item.value) as body(${definitions(columns)})`
  )
}

function conflictSql({ conflict, columns }: InsertPlan) {
  if (!conflict) return ''
  const target = conflict.columns.length > 0 ? ` (${names(conflict.columns)})` : ''
  if (!conflict.isMerged || columns.length === 0) return ` on conflict${target} do nothing`
  const changes = columns.map((column) => `${name(column.name)} = excluded.${name(column.name)}`)
  return ` on conflict${target} do update set ${changes.join(', ')}`
}

function updateSql({ resource, columns, json }: UpdatePlan, statement: StatementText) {
  const table = `update ${qualified(resource.relation)} as ${resource.alias}`
  const changes = columns.map((column) => `${name(column.name)} = body.${name(column.name)}`)
  const body = `json_to_record(${statement.bind(json)}::json->0) as body(${definitions(columns)})`
  return `${table} set ${changes.join(', ')} from ${body}${whereSql(resource.where, statement)}`
}

function deleteSql({ resource }: DeletePlan, statement: StatementText) {
  const { relation, alias, where } = resource
  return `delete from ${qualified(relation)} as ${alias}${whereSql(where, statement)}`
}

function whereSql(where: PlannedCondition[], statement: StatementText) {
  const conditions = where.map((condition) => conditionSql(condition, statement))
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
}

function definitions(columns: Column[]) {
  return columns.map(({ name: own, type }) => `${name(own)} ${type}`).join(', ')
}

/** The columns of the changed rows that the answer is made of. */
export function returningSql(resource: ResourcePlan, statement: StatementText): string {
  const { alias, items } = resource
  const wanted = new Map(
    fieldsOf({ ...resource, where: [] }).map((field) => [
      field.name,
      fieldSql({ ...field, path: [] }, statement),
    ]),
  )
  const links = items.flatMap((item) => (item.kind === 'embed' ? item.embed.relationship.from : []))
  for (const column of links) wanted.set(column, `${alias}.${name(column)}`)
  if (wanted.size === 0) return '1'
  return [...wanted].map(([column, value]) => `${value} as ${name(column)}`).join(', ')
}
