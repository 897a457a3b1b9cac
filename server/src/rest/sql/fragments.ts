// Writes the parts of statements, such as names, values, columns and rows.
import type { PlannedField, ResourcePlan } from '../plan/plan.ts'
import type { Column } from '../schema/schema.ts'

/** Collects the bound values of a statement, so that no text value of a client is written into the SQL. */
export class StatementBuilder {
  readonly values: (string | Buffer | null)[] = []

  /** Binds a value and returns its placeholder, such as `$1`. */
  bind(value: string | Buffer | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

export function quoteName(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}

export function quoteNames(identifiers: string[]): string {
  return identifiers.map(quoteName).join(', ')
}

export function qualifiedName({ schema, name }: { schema: string; name: string }): string {
  return `${quoteName(schema)}.${quoteName(name)}`
}

/** Returns an array in PostgreSQL's text format. */
export function arrayLiteral(values: string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll(/["\\]/gu, '\\$&')}"`)
  return `{${quoted.join(',')}}`
}

/** The CTE column with the whole row, for functions that take a row. */
export const wholeRowColumn = 'whole row'

/** Returns SQL for a column, a computed column, or a JSON path inside one of them. */
export function fieldSql(field: PlannedField, statement: StatementBuilder): string {
  const column =
    field.computedIn === undefined
      ? `${field.table}.${quoteName(field.name)}`
      : `${quoteName(field.computedIn)}.${quoteName(field.name)}(${field.table}.*)`
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

/** @param fromTextFunction  The function that converts text to a value of the column, if there is one. */
export function fromTextSql(fromTextFunction: string | undefined, value: string) {
  return fromTextFunction === undefined ? value : `${fromTextFunction}(${value}::text)`
}

/** Returns SQL for the row as one value of its relation's type. */
export function wholeRowSql({ alias, relation }: ResourcePlan): string {
  return `(${alias}.*)::${qualifiedName(relation)}`
}

type BodyColumn = Pick<Column, 'name' | 'type'> & Partial<Pick<Column, 'fromJsonFunction'>>

/** Returns the column definitions of json_to_record(). A domain with a cast from JSON is read as JSON first. */
export function columnDefinitionsSql(columns: BodyColumn[]) {
  return columns
    .map(
      ({ name, type, fromJsonFunction }) =>
        `${quoteName(name)} ${fromJsonFunction === undefined ? type : 'json'}`,
    )
    .join(', ')
}

/** Returns SQL for the value of a column in the row `body`. */
export function bodyColumnSql({ name, fromJsonFunction }: Column) {
  const value = `body.${quoteName(name)}`
  return fromJsonFunction === undefined ? value : `${fromJsonFunction}(${value})`
}
