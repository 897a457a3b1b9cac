// The filter of a subscription: column=operator.value, several of them between commas, with quotes as in
// realtime-js/src/RealtimePostgresFilterBuilder.ts.
import { cannotSubscribe, notSupported } from '../refused.ts'

const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'isdistinct',
] as const
export type Operator = (typeof operators)[number]

export interface ParsedCondition {
  column: string
  operator: Operator
  isNegated: boolean
  /** Several for "in". */
  values: string[]
}

/** A pattern may be written to keep the server busy for good; and how long it takes tells of rows that are hidden. */
const refusedOperators = new Set(['match', 'imatch'])
const mostValues = 100

export function parseFilter(text: string): ParsedCondition[] {
  return splitOutside(text).map(parseCondition)
}

function parseCondition(text: string): ParsedCondition {
  const [, column, not, name = '', value = ''] =
    /^([^=]+)=(not\.)?([a-z]+)\.([^]*)$/u.exec(text.trim()) ?? []
  if (column === undefined) throw cannotSubscribe(`the filter "${text}" cannot be read`)
  if (refusedOperators.has(name)) throw notSupported(`The filter "${name}"`)
  const operator = operators.find((one) => one === name)
  if (!operator) throw cannotSubscribe(`the filter "${name}" is not known`)
  const values = operator === 'in' ? listIn(value) : [unquoted(value)]
  if (values.length > mostValues) {
    throw cannotSubscribe(`a filter has at most ${mostValues} values`)
  }
  return { column, operator, isNegated: not !== undefined, values }
}

function listIn(text: string) {
  const [, inner] = /^\(([^]*)\)$/u.exec(text) ?? []
  if (inner === undefined) throw cannotSubscribe('an "in" filter needs a list in parentheses')
  return splitOutside(inner).map(unquoted)
}

function unquoted(text: string) {
  const [, inner] = /^"([^]*)"$/u.exec(text) ?? []
  return inner === undefined ? text : inner.replaceAll(/\\(["\\])/gu, '$1')
}

/** At commas that are neither quoted nor in parentheses. */
function splitOutside(text: string): string[] {
  const parts: string[] = []
  let isQuoted = false
  let depth = 0
  let begin = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted && character === '\\') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(begin, at))
      begin = at + 1
    }
  }
  return [...parts, text.slice(begin)]
}
