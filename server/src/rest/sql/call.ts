import type { CallPlan, ResourcePlan } from '../plan/plan.ts'
import type { Parameter } from '../schema/schema.ts'
import { fieldSql } from './field.ts'
import { fieldsOf } from './materialized.ts'
import { name, qualified, type StatementText } from './text.ts'

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
    const texts = new Map(given.texts)
    const values = routine.parameters.flatMap((parameter) => {
      const text = texts.get(parameter.name)
      return text === undefined
        ? []
        : [{ parameter, value: `${statement.bind(text)}::${parameter.type}` }]
    })
    return { from: '', values }
  }
  const parameters = routine.parameters.filter((parameter) => given.names.includes(parameter.name))
  if (parameters.length === 0) return { from: '', values: [] }
  const body = `json_to_record(${statement.bind(given.json)}::json->0)`
  const from = `${body} as given(${definitions(parameters)}), `
  const values = parameters.map((parameter) => ({
    parameter,
    value: `given.${name(parameter.name)}`,
  }))
  return { from, values }
}

function definitions(parameters: Parameter[]) {
  return parameters.map((parameter) => `${name(parameter.name)} ${parameter.type}`).join(', ')
}
