// Parses the filter of a subscription, such as `id=eq.5,name=neq."a, b"`.
import { cannotSubscribe, notSupported } from '../errors.ts'
import type { Column } from './watched-tables.ts'

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
  /** Several values for the operator "in", and one value for any other operator. */
  values: string[]
}

/** A regular expression can keep the server busy, and its run time can reveal values of hidden rows. */
const refusedOperators = new Set(['match', 'imatch'])
const maxValues = 100

export function parseFilter(text: string): ParsedCondition[] {
  return splitAtCommas(text).map(parseCondition)
}

function parseCondition(text: string): ParsedCondition {
  const [, column, not, name = '', value = ''] =
    /^([^=]+)=(not\.)?([a-z]+)\.([^]*)$/u.exec(text.trim()) ?? []
  if (column === undefined) throw cannotSubscribe(`the filter "${text}" cannot be read`)
  if (refusedOperators.has(name)) throw notSupported(`The filter "${name}"`)
  const operator = operators.find((one) => one === name)
  if (!operator) throw cannotSubscribe(`the filter "${name}" does not exist`)
  const values = operator === 'in' ? listIn(value) : [unquoted(value)]
  if (values.length > maxValues) {
    throw cannotSubscribe(`a filter can have at most ${maxValues} values`)
  }
  return { column, operator, isNegated: not !== undefined, values }
}

function listIn(text: string) {
  const [, inner] = /^\(([^]*)\)$/u.exec(text) ?? []
  if (inner === undefined) throw cannotSubscribe('an "in" filter needs a list in parentheses')
  return splitAtCommas(inner).map(unquoted)
}

function unquoted(text: string) {
  const [, inner] = /^"([^]*)"$/u.exec(text) ?? []
  return inner === undefined ? text : inner.replaceAll(/\\(["\\])/gu, '$1')
}

/** Splits at commas that are neither quoted nor in parentheses. */
function splitAtCommas(text: string): string[] {
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

type ChangedRow = Record<string, unknown>

/** A column, or a text inside a JSON column, as in data->address->>city. */
export interface FilterColumn {
  /** The column's name, and the type that comparisons use. */
  column: Column
  valueIn: (row: ChangedRow) => unknown
}

export function resolveFilterColumn(columns: readonly Column[], written: string): FilterColumn {
  const [name = '', ...steps] = written.split(/(?=->)/u)
  const column = columns.find((one) => one.name === name)
  if (!column) throw cannotSubscribe(`there is no column "${name}" to filter by`)
  if (steps.length === 0) return { column, valueIn: (row) => row[name] ?? null }
  if (!['json', 'jsonb'].includes(column.type))
    throw cannotSubscribe(`"${name}" is not a JSON column`)
  const keys = steps.map((step) => step.replace(/^->>?/u, ''))
  const isText = steps.every((step, at) => step.startsWith('->>') === (at === steps.length - 1))
  if (!isText || keys.includes('')) throw cannotSubscribe(`"${written}" does not lead to text`)
  return {
    column: { name: written, type: 'text', cast: 'text' },
    valueIn: (row) => textAt(row[name], keys),
  }
}

function textAt(json: unknown, keys: readonly string[]) {
  const found = keys.reduce<unknown>(stepInto, json)
  if (found === null || found === undefined) return null
  return typeof found === 'string' ? found : JSON.stringify(found)
}

function stepInto(json: unknown, key: string): unknown {
  if (Array.isArray(json)) return /^-?\d+$/u.test(key) ? json.at(Number(key)) : undefined
  const isObject = typeof json === 'object' && json !== null && Object.hasOwn(json, key)
  return isObject ? Reflect.get(json, key) : undefined
}
