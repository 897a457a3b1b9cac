// The body of an answer, made of the rows `r`.
import { type AnswerForm, type CallPlan, namesOf, type ResourcePlan } from '../plan/plan.ts'
import { name, qualified, type StatementText } from './text.ts'

export function bodySql(form: AnswerForm, resource: ResourcePlan, statement: StatementText) {
  switch (form.kind) {
    case 'csv':
      return csvSql(resource, statement)
    case 'rows':
      return ownSql(form)
    case 'array':
    case 'object':
    case 'value':
      return strip(form, listOrObject(form, 'json_agg(r.*)'))
  }
}

/** Of a call: a value that is alone comes without a list around it. */
export function resultSql({ routine, resource, form }: CallPlan, statement: StatementText) {
  const { kind, isSet } = routine.returns
  if (kind === 'void') return 'null'
  if (form.kind === 'csv' || form.kind === 'rows') return bodySql(form, resource, statement)
  const result = kind === 'value' ? `r.${name(routine.name)}` : 'r.*'
  if (form.kind === 'value') return asText(`(array_agg(${result}))[1]`, form)
  const all = `json_agg(${result})`
  return strip(form, isSet ? listOrObject(form, all) : `coalesce(${all}->0, 'null')`)
}

/** What an aggregate of the database makes of the rows. */
function ownSql(form: Extract<AnswerForm, { kind: 'rows' }>) {
  const { relation } = form.handler
  const row = relation ? `r::${qualified(relation)}` : 'r'
  return asText(`${qualified(form.handler)}(${row})`, form)
}

/** Bytes come in hexadecimal digits, see readAnswer(). */
function asText(value: string, { isBytes }: { isBytes: boolean }) {
  return `coalesce(${isBytes ? `encode(${value}, 'hex')` : `${value}::text`}, '')`
}

function listOrObject({ kind }: AnswerForm, all: string) {
  return kind === 'object' ? `${all}->0` : `coalesce(${all}, '[]')`
}

function strip({ isStripped }: AnswerForm, json: string) {
  return isStripped ? `json_strip_nulls(${json})` : json
}

/** A row as text is nearly a line of CSV: only backslashes are doubled in it. */
function csvSql(resource: ResourcePlan, statement: StatementText) {
  const header = statement.bind(`${namesOf(resource).map(headingOf).join(',')}\n`)
  const line = String.raw`replace(substr((r.*)::text, 2, length((r.*)::text) - 2), '\\', '\')`
  return `${header}::text || coalesce(string_agg(${line}, e'\\n'), '')`
}

function headingOf(heading: string) {
  return /[",\s]/u.test(heading) ? `"${heading.replaceAll('"', '""')}"` : heading
}
