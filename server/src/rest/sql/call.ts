import type { CallArguments, CallPlan, ResourcePlan } from '../plan/plan.ts'
import type { Parameter, Routine } from '../schema/schema.ts'
import { fieldSql, wholeRowSql } from './field.ts'
import { definitionsSql } from './given.ts'
import { fieldsOf, needsWholeRow, wholeRow } from './materialized.ts'
import { arrayLiteral, name, qualified, type StatementText } from './text.ts'

/** The function as a source of rows. */
export function callSql(plan: CallPlan, statement: StatementText): string {
  const { resource, routine } = plan
  const { alias } = resource
  const row = needsWholeRow(resource) ? [`${wholeRowSql(resource)} as ${name(wholeRow)}`] : []
  const columns = [`${alias}.*`, ...computedSql(resource, statement), ...row].join(', ')
  const { from, list } = argumentsSql(plan.arguments, routine, statement)
  const call = `${qualified(routine)}(${list})`
  // PostgreSQL takes a record without known columns as a value alone, not as a table.
  if (routine.returns.isUntyped) {
    const source = from === '' ? '' : ` from ${from}`
    return `select ${columns} from (select ${call} as ${name(routine.name)}${source}) ${alias}`
  }
  const result = routine.returns.kind === 'rows' ? alias : `${alias}(${name(routine.name)})`
  return `select ${columns} from ${from === '' ? '' : `${from}, `}${call} as ${result}`
}

function computedSql(resource: ResourcePlan, statement: StatementText) {
  const computed = fieldsOf(resource).filter(({ computedIn }) => computedIn !== undefined)
  const byName = new Map(computed.map((field) => [field.name, field]))
  return [...byName].map(
    ([own, field]) => `${fieldSql({ ...field, path: [] }, statement)} as ${name(own)}`,
  )
}

/** The list of arguments, and where those come from that are read out of a body. */
function argumentsSql(given: CallArguments, routine: Routine, statement: StatementText) {
  switch (given.kind) {
    case 'whole':
      return { from: '', list: `${statement.bind(given.value)}::${given.type}` }
    case 'texts':
      return { from: '', list: textsSql(given.texts, routine, statement) }
    case 'json':
      return fromJsonSql(given.json, new Set(given.names), routine, statement)
  }
}

function textsSql(
  given: [name: string, text: string][],
  { parameters }: Routine,
  statement: StatementText,
) {
  const list = parameters.flatMap((parameter) => {
    const texts = given.filter(([own]) => own === parameter.name).map(([, text]) => text)
    const text = textFor(parameter, texts)
    return text === undefined
      ? []
      : [argumentSql(parameter, `${statement.bind(text)}::${parameter.type}`)]
  })
  return list.join(', ')
}

/** Many values of a variadic parameter come one by one, or as the literal of an array. */
function textFor({ isVariadic }: Parameter, texts: string[]) {
  const last = texts.at(-1)
  const isList = texts.length > 1 || (last !== undefined && !last.startsWith('{'))
  return isVariadic && isList ? arrayLiteral(texts) : last
}

function fromJsonSql(json: string, names: Set<string>, routine: Routine, statement: StatementText) {
  const parameters = routine.parameters.filter((parameter) => names.has(parameter.name))
  if (parameters.length === 0) return { from: '', list: '' }
  const body = `json_to_record(${statement.bind(json)}::json->0)`
  return {
    from: `${body} as given(${definitionsSql(parameters)})`,
    list: parameters
      .map((parameter) => argumentSql(parameter, `given.${name(parameter.name)}`))
      .join(', '),
  }
}

function argumentSql({ name: own, isVariadic }: Parameter, value: string) {
  return `${isVariadic ? 'variadic ' : ''}${name(own)} => ${value}`
}
