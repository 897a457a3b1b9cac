import type { CompareOperator, Operation } from '../parse/query.ts'
import type { PlannedCondition } from '../plan/plan.ts'
import { fieldSql } from './field.ts'
import { arrayLiteral, type StatementText } from './text.ts'

const operators: Record<CompareOperator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  isdistinct: 'is distinct from',
}

export function conditionSql(condition: PlannedCondition, statement: StatementText): string {
  const not = condition.isNegated ? 'not ' : ''
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const terms = condition.terms.map((term) => conditionSql(term, statement))
      return `${not}(${terms.join(` ${condition.kind} `)})`
    }
    case 'filter':
      return `${not}(${fieldSql(condition.field, statement)} ${operationSql(condition.operation, statement)})`
    case 'missing':
      return `${not}(${condition.embed.alias}e.value is null)`
  }
}

function operationSql(operation: Operation, statement: StatementText): string {
  switch (operation.kind) {
    case 'is':
      return `is ${operation.value === 'not_null' ? 'not null' : operation.value}`
    case 'in':
      return `= any(${statement.bind(arrayLiteral(operation.values))})`
    case 'quantified': {
      const value = patternFor(operation.operator, operation.value)
      return `${operators[operation.operator]} ${operation.quantifier}(${statement.bind(value)})`
    }
    case 'compare':
      return `${operators[operation.operator]} ${statement.bind(patternFor(operation.operator, operation.value))}`
  }
}

/** In an address % would have to be encoded, so * stands for it. */
function patternFor(operator: CompareOperator, value: string) {
  return operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value
}
