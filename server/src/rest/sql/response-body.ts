// Writes the SQL of the response body, which is made of the rows `r`.
import { type ResponseFormat, type CallPlan, columnNames, type ResourcePlan } from '../plan/plan.ts'
import { quoteName, qualifiedName, type StatementBuilder } from './fragments.ts'

export function bodySql(
  format: ResponseFormat,
  resource: ResourcePlan,
  statement: StatementBuilder,
) {
  switch (format.kind) {
    case 'csv':
      return csvSql(resource, statement)
    case 'rows':
      return mediaHandlerSql(format)
    case 'array':
    case 'object':
    case 'value':
      return stripNullsSql(format, listOrObject(format, 'json_agg(r.*)'))
  }
}

/** The body of a call. A single value stands alone instead of in a list. */
export function callBodySql({ routine, resource, format }: CallPlan, statement: StatementBuilder) {
  const { kind, isSet } = routine.returns
  if (kind === 'void') return 'null'
  if (format.kind === 'csv' || format.kind === 'rows') return bodySql(format, resource, statement)
  const result = kind === 'value' ? `r.${quoteName(routine.name)}` : 'r.*'
  if (format.kind === 'value') return valueAsTextSql(`(array_agg(${result}))[1]`, format)
  const all = `json_agg(${result})`
  return stripNullsSql(format, isSet ? listOrObject(format, all) : `coalesce(${all}->0, 'null')`)
}

/** The result of an aggregate that produces this media type. */
function mediaHandlerSql(format: Extract<ResponseFormat, { kind: 'rows' }>) {
  const { relation } = format.handler
  const row = relation ? `r::${qualifiedName(relation)}` : 'r'
  return valueAsTextSql(`${qualifiedName(format.handler)}(${row})`, format)
}

/** Bytes are sent in hexadecimal digits. readResult() decodes them. */
function valueAsTextSql(value: string, { isBytes }: { isBytes: boolean }) {
  return `coalesce(${isBytes ? `encode(${value}, 'hex')` : `${value}::text`}, '')`
}

function listOrObject({ kind }: ResponseFormat, all: string) {
  return kind === 'object' ? `${all}->0` : `coalesce(${all}, '[]')`
}

function stripNullsSql({ isStripped }: ResponseFormat, json: string) {
  return isStripped ? `json_strip_nulls(${json})` : json
}

/** The text of a row is nearly a line of CSV. Only its backslashes are doubled. */
function csvSql(resource: ResourcePlan, statement: StatementBuilder) {
  const header = statement.bind(`${columnNames(resource).map(csvHeading).join(',')}\n`)
  const line = String.raw`replace(substr((r.*)::text, 2, length((r.*)::text) - 2), '\\', '\')`
  return `${header}::text || coalesce(string_agg(${line}, e'\\n'), '')`
}

function csvHeading(heading: string) {
  return /[",\s]/u.test(heading) ? `"${heading.replaceAll('"', '""')}"` : heading
}
