import type { CallPlan, ResourcePlan } from '../plan/plan.ts'
import type { Parameter } from '../schema/schema.ts'
import { fieldSql } from './field.ts'
import { fieldsOf } from './materialized.ts'
import { arrayLiteral, name, qualified, type StatementText } from './text.ts'

/** The function as a source of rows. */
export function callSql(plan: CallPlan, statement: StatementText): string {
  const { resource, routine } = plan
  const { from, values } = argumentsSql(plan, statement)
  const given = values.map(({ parameter, value }) => {
    const variadic = parameter.isVariadic ? 'variadic ' : ''
    return `${variadic}${name(parameter.name)} => ${value}`
  })
  const { alias } = resource
  const result = routine.returns.kind === 'rows' ? alias : `${alias}(${name(routine.name)})`
  const columns = [`${alias}.*`, ...computedSql(resource, statement)]
  return `select ${columns.join(', ')} from ${from}${qualified(routine)}(${given.join(', ')}) as ${result}`
}

function computedSql(resource: ResourcePlan, statement: StatementText) {
  const computed = fieldsOf(resource).filter(({ computedIn }) => computedIn !== undefined)
  const byName = new Map(computed.map((field) => [field.name, field]))
  return [...byName].map(
    ([own, field]) => `${fieldSql({ ...field, path: [] }, statement)} as ${name(own)}`,
  )
}

function argumentsSql({ arguments: given, routine }: CallPlan, statement: StatementText) {
  if (given.kind === 'texts') {
    const values = routine.parameters.flatMap((parameter) => {
      const texts = given.texts.filter(([own]) => own === parameter.name).map(([, text]) => text)
      const text = textFor(parameter, texts)
      return text === undefined
        ? []
        : [{ parameter, value: `${statement.bind(text)}::${parameter.type}` }]
    })
    return { from: '', values }
  }
  const names = new Set(given.names)
  const parameters = routine.parameters.filter((parameter) => names.has(parameter.name))
  if (parameters.length === 0) return { from: '', values: [] }
  const body = `json_to_record(${statement.bind(given.json)}::json->0)`
  const from = `${body} as given(${definitions(parameters)}), `
  const values = parameters.map((parameter) => ({
    parameter,
    value: `given.${name(parameter.name)}`,
  }))
  return { from, values }
}

/** Many values of a variadic parameter come one by one, or as the literal of an array. */
function textFor({ isVariadic }: Parameter, texts: string[]) {
  const last = texts.at(-1)
  const isList = texts.length > 1 || (last !== undefined && !last.startsWith('{'))
  return isVariadic && isList ? arrayLiteral(texts) : last
}

function definitions(parameters: Parameter[]) {
  return parameters.map((parameter) => `${name(parameter.name)} ${parameter.type}`).join(', ')
}
