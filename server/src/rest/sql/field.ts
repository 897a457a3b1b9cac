import type { PlannedField } from '../plan/plan.ts'
import { name, type StatementText } from './text.ts'

/** A column, a computed column, or what lies inside one as JSON. */
export function fieldSql(field: PlannedField, statement: StatementText): string {
  const column =
    field.computedIn === undefined
      ? `${field.table}.${name(field.name)}`
      : `${name(field.computedIn)}.${name(field.name)}(${field.table}.*)`
  if (field.path.length === 0) return column
  const start = field.type === 'jsonb' ? column : `to_jsonb(${column})`
  return field.path.reduce((inner, step) => {
    const arrow = step.asText ? '->>' : '->'
    const key = step.kind === 'index' ? step.index : `${statement.bind(step.key)}::text`
    return `${inner}${arrow}${key}`
  }, start)
}
