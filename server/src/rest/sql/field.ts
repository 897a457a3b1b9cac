import type { PlannedField, ResourcePlan } from '../plan/plan.ts'
import { name, qualified, type StatementText } from './text.ts'

/** A column, a computed column, or what lies inside one as JSON. */
export function fieldSql(field: PlannedField, statement: StatementText): string {
  const column =
    field.computedIn === undefined
      ? `${field.table}.${name(field.name)}`
      : `${name(field.computedIn)}.${name(field.name)}(${field.table}.*)`
  if (field.path.length === 0) return column
  const type = field.column?.type
  const isJson = type === 'jsonb' || type === 'json'
  const start = isJson ? column : `to_jsonb(${column})`
  return field.path.reduce((inner, step) => {
    const arrow = step.asText ? '->>' : '->'
    const key = step.kind === 'index' ? step.index : statement.bind(step.key)
    return `${inner}${arrow}${key}`
  }, start)
}

/** @param readBy  The function that makes a value of the column from a text. */
export function readSql(readBy: string | undefined, value: string) {
  return readBy === undefined ? value : `${readBy}(${value}::text)`
}

/** A row as one value, of the type of its relation. */
export function wholeRowSql({ alias, relation }: ResourcePlan): string {
  return `(${alias}.*)::${qualified(relation)}`
}
