// Writes the SQL that calls a function.
import type { CallArguments, CallPlan, ResourcePlan } from '../plan/plan.ts'
import type { Parameter, Routine } from '../schema/schema.ts'
import {
  arrayLiteral,
  columnDefinitionsSql,
  fieldSql,
  quoteName,
  qualifiedName,
  type StatementBuilder,
  wholeRowColumn,
  wholeRowSql,
} from './fragments.ts'
import { fieldsOf, needsWholeRow } from './materialize.ts'

/** Returns a query that calls the function and returns its rows. */
export function callSql(plan: CallPlan, statement: StatementBuilder): string {
  const { resource, routine } = plan
  const { alias } = resource
  const row = needsWholeRow(resource)
    ? [`${wholeRowSql(resource)} as ${quoteName(wholeRowColumn)}`]
    : []
  const columns = [`${alias}.*`, ...computedSql(resource, statement), ...row].join(', ')
  const { from, list } = argumentsSql(plan.arguments, routine, statement)
  const call = `${qualifiedName(routine)}(${list})`
  // PostgreSQL can use a record with unknown columns as a value, but not as a table.
  if (routine.returns.isUntyped) {
    const source = from === '' ? '' : ` from ${from}`
    return `select ${columns} from (select ${call} as ${quoteName(routine.name)}${source}) ${alias}`
  }
  const result = routine.returns.kind === 'rows' ? alias : `${alias}(${quoteName(routine.name)})`
  return `select ${columns} from ${from === '' ? '' : `${from}, `}${call} as ${result}`
}

function computedSql(resource: ResourcePlan, statement: StatementBuilder) {
  const computed = fieldsOf(resource).filter(({ computedIn }) => computedIn !== undefined)
  const byName = new Map(computed.map((field) => [field.name, field]))
  return [...byName].map(
    ([name, field]) => `${fieldSql({ ...field, path: [] }, statement)} as ${quoteName(name)}`,
  )
}

/** Returns SQL for the list of arguments, and for the `from` item that reads them from a JSON body. */
function argumentsSql(callArguments: CallArguments, routine: Routine, statement: StatementBuilder) {
  switch (callArguments.kind) {
    case 'whole':
      return { from: '', list: `${statement.bind(callArguments.value)}::${callArguments.type}` }
    case 'texts':
      return { from: '', list: textArgumentsSql(callArguments.texts, routine, statement) }
    case 'json':
      return jsonArgumentsSql(callArguments.json, new Set(callArguments.names), routine, statement)
  }
}

function textArgumentsSql(
  namedTexts: [name: string, text: string][],
  { parameters }: Routine,
  statement: StatementBuilder,
) {
  const list = parameters.flatMap((parameter) => {
    const texts = namedTexts.filter(([name]) => name === parameter.name).map(([, text]) => text)
    const text = parameterText(parameter, texts)
    return text === undefined
      ? []
      : [argumentSql(parameter, `${statement.bind(text)}::${parameter.type}`)]
  })
  return list.join(', ')
}

/** Clients repeat a variadic parameter, or send its values as one array literal. */
function parameterText({ isVariadic }: Parameter, texts: string[]) {
  const last = texts.at(-1)
  const isList = texts.length > 1 || (last !== undefined && !last.startsWith('{'))
  return isVariadic && isList ? arrayLiteral(texts) : last
}

function jsonArgumentsSql(
  json: string,
  names: Set<string>,
  routine: Routine,
  statement: StatementBuilder,
) {
  const parameters = routine.parameters.filter((parameter) => names.has(parameter.name))
  if (parameters.length === 0) return { from: '', list: '' }
  const body = `json_to_record(${statement.bind(json)}::json->0)`
  return {
    from: `${body} as given(${columnDefinitionsSql(parameters)})`,
    list: parameters
      .map((parameter) => argumentSql(parameter, `given.${quoteName(parameter.name)}`))
      .join(', '),
  }
}

function argumentSql({ name, isVariadic }: Parameter, value: string) {
  return `${isVariadic ? 'variadic ' : ''}${quoteName(name)} => ${value}`
}
