// Writes the SQL of a plan. The SQL returns one row with the response body, or the lines of a query plan.
import type { Statement } from '../../postgres/pool/request-pool.ts'
import {
  columnNames,
  type CallPlan,
  type Plan,
  type ReadPlan,
  type ResourcePlan,
  type ResponseFormat,
  type WritePlan,
  wantsEstimate,
} from '../plan/plan.ts'
import { callSql } from './call.ts'
import { materialize } from './materialize.ts'
import { countedSql, resourceSql } from './resource.ts'
import { StatementBuilder, qualifiedName, quoteName } from './fragments.ts'
import { returningSql, writeSql } from './writes.ts'

export function toSql(plan: Plan): Statement[] {
  const estimate = estimateStatement(plan)
  return estimate ? [estimate, planStatement(plan)] : [planStatement(plan)]
}

function planStatement(plan: Plan): Statement {
  const statement = new StatementBuilder()
  const text = explainSql(plan.format) + planSql(plan, statement)
  return { text, values: statement.values }
}

function explainSql({ explain }: ResponseFormat) {
  return explain ? `explain (${['format ' + explain.format, ...explain.options].join(', ')}) ` : ''
}

/** Asks PostgreSQL to estimate the row count without counting. */
function estimateStatement(plan: Plan): Statement | undefined {
  if (plan.kind !== 'read' || !wantsEstimate(plan)) return undefined
  const statement = new StatementBuilder()
  const text = `explain (format json) ${countedSql(plan.resource, statement)}`
  return { text, values: statement.values }
}

function planSql(plan: Plan, statement: StatementBuilder): string {
  switch (plan.kind) {
    case 'read':
      return readPlanSql(plan, statement)
    case 'call':
      return callPlanSql(plan, statement)
    case 'insert':
    case 'update':
    case 'delete':
      return writePlanSql(plan, statement)
  }
}

function readPlanSql(plan: ReadPlan, statement: StatementBuilder) {
  const { resource, format } = plan
  const rows = resourceSql(resource, statement)
  const resultRow = resultRowSql({
    body: bodySql(format, resource, statement),
    total: totalSql(plan, () => countedSql(resource, statement)),
  })
  return `${resultRow} from (${rows}) r`
}

function writePlanSql(plan: WritePlan, statement: StatementBuilder) {
  const { resource, preferences, format } = plan
  // All written rows are counted, even if an embed leaves some of them out of the response.
  const rowCount = '(select count(*) from written)'
  const total = preferences.count === undefined ? 'null' : rowCount
  if (preferences.return !== 'representation') {
    const returnsKey = plan.kind === 'insert' && preferences.return === 'headers-only'
    const { primaryKey } = resource.relation
    const returning = returnsKey && primaryKey.length > 0 ? keySql(primaryKey) : '1'
    const written = writeSql(plan, returning, statement)
    const resultRow = resultRowSql({
      body: 'null',
      rowCount,
      total,
      merged: mergedSql(plan),
      key: returnsKey ? '(select json_agg(r.*)->0 from written r)' : 'null',
    })
    return `with written as (${written}) ${resultRow}`
  }
  const written = writeSql(plan, returningSql(resource, statement), statement)
  const read = resourceSql(materialize({ ...resource, where: [] }), statement, 'written')
  const resultRow = resultRowSql({
    body: bodySql(format, resource, statement),
    rowCount,
    total,
    merged: mergedSql(plan),
  })
  return `with written as (${written}) ${resultRow} from (${read}) r`
}

/** Returns SQL for the number of upserted rows that existed before. */
function mergedSql(plan: WritePlan) {
  const counts = plan.kind === 'insert' && plan.conflict?.isMerged
  return counts ? "nullif(current_setting('rest.merged', true), '')" : 'null'
}

/** Casts keys to text, because a bigint may be too large for a JavaScript number. */
function keySql(columns: string[]) {
  return columns.map((column) => `${quoteName(column)}::text`).join(', ')
}

function callPlanSql(plan: CallPlan, statement: StatementBuilder) {
  const called = callSql(plan, statement)
  const resource = materialize(plan.resource)
  const rows = resourceSql(resource, statement, 'called')
  const resultRow = resultRowSql({
    body: callBodySql(plan, statement),
    total: totalSql(plan, () => countedSql(resource, statement, 'called')),
  })
  return `with called as (${called}) ${resultRow} from (${rows}) r`
}

interface ResultColumns {
  body: string
  rowCount?: string
  total: string
  key?: string
  merged?: string
}

function resultRowSql({
  body,
  rowCount = 'count(*)',
  total,
  key = 'null',
  merged = 'null',
}: ResultColumns) {
  return (
    `select ${body} as body, ${rowCount} as rows, ${total} as total, ${key} as key, ` +
    "nullif(current_setting('response.headers', true), '') as headers, " +
    `nullif(current_setting('response.status', true), '') as status, ${merged} as merged`
  )
}

/** Returns SQL for the total. For an estimate, counting stops after the limit. */
function totalSql({ preferences, exactCountLimit }: ReadPlan | CallPlan, counted: () => string) {
  const { count } = preferences
  if (count === undefined || count === 'planned') return 'null'
  const limit = count === 'estimated' ? ` limit ${exactCountLimit + 1}` : ''
  return `(select count(*) from (${counted()}${limit}) c)`
}

/** Returns SQL for the response body, which is built from the rows `r`. */
function bodySql(format: ResponseFormat, resource: ResourcePlan, statement: StatementBuilder) {
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

/** Returns SQL for the body of a call, without a list around a single value. */
function callBodySql({ routine, resource, format }: CallPlan, statement: StatementBuilder) {
  const { kind, isSet } = routine.returns
  if (kind === 'void') return 'null'
  if (format.kind === 'csv' || format.kind === 'rows') return bodySql(format, resource, statement)
  const result = kind === 'value' ? `r.${quoteName(routine.name)}` : 'r.*'
  if (format.kind === 'value') return valueAsTextSql(`(array_agg(${result}))[1]`, format)
  const all = `json_agg(${result})`
  return stripNullsSql(format, isSet ? listOrObject(format, all) : `coalesce(${all}->0, 'null')`)
}

/** Returns SQL for the result of an aggregate that produces this media type. */
function mediaHandlerSql(format: Extract<ResponseFormat, { kind: 'rows' }>) {
  const { relation } = format.handler
  const row = relation ? `r::${qualifiedName(relation)}` : 'r'
  return valueAsTextSql(`${qualifiedName(format.handler)}(${row})`, format)
}

/** Returns SQL for the value as text, with bytes as hexadecimal digits, which readResult() decodes. */
function valueAsTextSql(value: string, { isBytes }: { isBytes: boolean }) {
  return `coalesce(${isBytes ? `encode(${value}, 'hex')` : `${value}::text`}, '')`
}

function listOrObject({ kind }: ResponseFormat, all: string) {
  return kind === 'object' ? `${all}->0` : `coalesce(${all}, '[]')`
}

function stripNullsSql({ isStripped }: ResponseFormat, json: string) {
  return isStripped ? `json_strip_nulls(${json})` : json
}

/** The text of a row is a line of CSV, except that its backslashes are doubled. */
function csvSql(resource: ResourcePlan, statement: StatementBuilder) {
  const header = statement.bind(`${columnNames(resource).map(csvHeading).join(',')}\n`)
  const line = String.raw`replace(substr((r.*)::text, 2, length((r.*)::text) - 2), '\\', '\')`
  return `${header}::text || coalesce(string_agg(${line}, e'\\n'), '')`
}

function csvHeading(heading: string) {
  return /[",\s]/u.test(heading) ? `"${heading.replaceAll('"', '""')}"` : heading
}
