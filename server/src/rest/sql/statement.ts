// The statement of a plan. It answers with one row, whose first column is the body as it is sent.
import type { Statement } from '../../database/requests/request-pool.ts'
import type { AnswerForm } from '../parse/accept.ts'
import {
  type CallPlan,
  isShown,
  mostCounted,
  type Plan,
  type PlannedItem,
  type ReadPlan,
  type ResourcePlan,
  wantsEstimate,
  type WritePlan,
} from '../plan/plan.ts'
import { callSql } from './call.ts'
import { materialized } from './materialized.ts'
import { countedSql, resourceSql } from './resource.ts'
import { name, StatementText } from './text.ts'
import { returningSql, writeSql } from './writes.ts'

export function statementOf(plan: Plan): Statement {
  const statement = new StatementText()
  const text = textOf(plan, statement)
  return { text, values: statement.values }
}

/** What PostgreSQL expects to find, without looking. */
export function estimateOf(plan: Plan): Statement | undefined {
  if (plan.kind !== 'read' || !wantsEstimate(plan)) return undefined
  const statement = new StatementText()
  const text = `explain (format json) ${countedSql(plan.resource, statement)}`
  return { text, values: statement.values }
}

function textOf(plan: Plan, statement: StatementText): string {
  switch (plan.kind) {
    case 'read':
      return readText(plan, statement)
    case 'call':
      return callText(plan, statement)
    case 'insert':
    case 'update':
    case 'delete':
      return writeText(plan, statement)
  }
}

function readText({ resource, form, preferences }: ReadPlan, statement: StatementText) {
  const rows = resourceSql(resource, statement)
  const answer = answerSql({
    body: bodySql(form, resource, statement),
    total: totalSql(preferences.count, () => countedSql(resource, statement)),
  })
  return `${answer} from (${rows}) r`
}

function writeText(plan: WritePlan, statement: StatementText) {
  const { resource, preferences, form } = plan
  // Of what was written, also where an embed lets only some of it be seen.
  const rows = '(select count(*) from written)'
  const total = preferences.count === undefined ? 'null' : rows
  if (preferences.return !== 'representation') {
    const key = plan.kind === 'insert' && preferences.return === 'headers-only'
    const { primaryKey } = resource.relation
    const returning = key && primaryKey.length > 0 ? keySql(primaryKey) : '1'
    const written = writeSql(plan, returning, statement)
    const answer = answerSql({
      body: 'null',
      rows,
      total,
      key: key ? '(select json_agg(r.*)->0 from written r)' : 'null',
    })
    return `with written as (${written}) ${answer}`
  }
  const written = writeSql(plan, returningSql(resource, statement), statement)
  const read = resourceSql(materialized({ ...resource, where: [] }), statement, 'written')
  const answer = answerSql({ body: bodySql(form, resource, statement), rows, total })
  return `with written as (${written}) ${answer} from (${read}) r`
}

/** As text, since a number may be greater than JavaScript can hold. */
function keySql(columns: string[]) {
  return columns.map((column) => `${name(column)}::text`).join(', ')
}

function callText(plan: CallPlan, statement: StatementText) {
  const called = callSql(plan, statement)
  const resource = materialized(plan.resource)
  const rows = resourceSql(resource, statement, 'called')
  const answer = answerSql({
    body: resultSql(plan, statement),
    total: totalSql(plan.preferences.count, () => countedSql(resource, statement, 'called')),
  })
  return `with called as (${called}) ${answer} from (${rows}) r`
}

interface AnswerParts {
  body: string
  rows?: string
  total: string
  key?: string
}

function answerSql({ body, rows = 'count(*)', total, key = 'null' }: AnswerParts) {
  return (
    `select ${body} as body, ${rows} as rows, ${total} as total, ${key} as key, ` +
    "nullif(current_setting('response.headers', true), '') as headers, " +
    "nullif(current_setting('response.status', true), '') as status"
  )
}

/** An estimate is only wanted where counting would take long. */
function totalSql(count: ReadPlan['preferences']['count'], counted: () => string) {
  if (count === undefined || count === 'planned') return 'null'
  const limit = count === 'estimated' ? ` limit ${mostCounted + 1}` : ''
  return `(select count(*) from (${counted()}${limit}) c)`
}

function resultSql({ routine, resource, form }: CallPlan, statement: StatementText) {
  const { kind, isSet } = routine.returns
  if (kind === 'void') return 'null'
  if (form.kind === 'csv') return bodySql(form, resource, statement)
  const result = kind === 'value' ? `r.${name(routine.name)}` : 'r.*'
  const all = `json_agg(${result})`
  return strip(form, isSet ? listOrObject(form, all) : `coalesce(${all}->0, 'null')`)
}

function bodySql(form: AnswerForm, resource: ResourcePlan, statement: StatementText) {
  return form.kind === 'csv'
    ? csvSql(resource, statement)
    : strip(form, listOrObject(form, 'json_agg(r.*)'))
}

function listOrObject({ kind }: AnswerForm, all: string) {
  return kind === 'object' ? `${all}->0` : `coalesce(${all}, '[]')`
}

function strip({ isStripped }: AnswerForm, json: string) {
  return isStripped ? `json_strip_nulls(${json})` : json
}

/** A row as text is nearly a line of CSV: only backslashes are doubled in it. */
function csvSql({ items }: ResourcePlan, statement: StatementText) {
  const header = statement.bind(`${items.filter(isShown).map(headingOf).join(',')}\n`)
  const line = String.raw`replace(substr((r.*)::text, 2, length((r.*)::text) - 2), '\\', '\')`
  return `${header}::text || coalesce(string_agg(${line}, e'\\n'), '')`
}

function headingOf(item: PlannedItem) {
  const heading = item.kind === 'value' ? item.value.as : item.embed.as
  return /[",\s]/u.test(heading) ? `"${heading.replaceAll('"', '""')}"` : heading
}
