// The statement of a plan. It answers with one row, whose first column is the body as it is sent.
import type { Statement } from '../../postgres/pool/request-pool.ts'
import {
  type AnswerForm,
  type CallPlan,
  type Plan,
  type ReadPlan,
  wantsEstimate,
  type WritePlan,
} from '../plan/plan.ts'
import { bodySql, resultSql } from './body.ts'
import { callSql } from './call.ts'
import { materialized } from './materialized.ts'
import { countedSql, resourceSql } from './resource.ts'
import { name, StatementText } from './text.ts'
import { returningSql, writeSql } from './writes.ts'

export function statementOf(plan: Plan): Statement {
  const statement = new StatementText()
  const text = explained(plan.form) + textOf(plan, statement)
  return { text, values: statement.values }
}

function explained({ explained: wanted }: AnswerForm) {
  return wanted ? `explain (${['format ' + wanted.format, ...wanted.options].join(', ')}) ` : ''
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

function readText(plan: ReadPlan, statement: StatementText) {
  const { resource, form } = plan
  const rows = resourceSql(resource, statement)
  const answer = answerSql({
    body: bodySql(form, resource, statement),
    total: totalSql(plan, () => countedSql(resource, statement)),
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
      merged: mergedSql(plan),
      key: key ? '(select json_agg(r.*)->0 from written r)' : 'null',
    })
    return `with written as (${written}) ${answer}`
  }
  const written = writeSql(plan, returningSql(resource, statement), statement)
  const read = resourceSql(materialized({ ...resource, where: [] }), statement, 'written')
  const answer = answerSql({
    body: bodySql(form, resource, statement),
    rows,
    total,
    merged: mergedSql(plan),
  })
  return `with written as (${written}) ${answer} from (${read}) r`
}

/** How many of the rows were there before. */
function mergedSql(plan: WritePlan) {
  const counts = plan.kind === 'insert' && plan.conflict?.isMerged
  return counts ? "nullif(current_setting('rest.merged', true), '')" : 'null'
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
    total: totalSql(plan, () => countedSql(resource, statement, 'called')),
  })
  return `with called as (${called}) ${answer} from (${rows}) r`
}

interface AnswerParts {
  body: string
  rows?: string
  total: string
  key?: string
  merged?: string
}

function answerSql({ body, rows = 'count(*)', total, key = 'null', merged = 'null' }: AnswerParts) {
  return (
    `select ${body} as body, ${rows} as rows, ${total} as total, ${key} as key, ` +
    "nullif(current_setting('response.headers', true), '') as headers, " +
    `nullif(current_setting('response.status', true), '') as status, ${merged} as merged`
  )
}

/** An estimate is only wanted where counting would take long. */
function totalSql({ preferences, mostCounted }: ReadPlan | CallPlan, counted: () => string) {
  const { count } = preferences
  if (count === undefined || count === 'planned') return 'null'
  const limit = count === 'estimated' ? ` limit ${mostCounted + 1}` : ''
  return `(select count(*) from (${counted()}${limit}) c)`
}
