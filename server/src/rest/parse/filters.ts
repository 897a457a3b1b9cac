// Parses filters such as `id=eq.5` and `or=(a.eq.1,not.and(b.gt.2,c.is.null))`.
import { readField, readQuoted, Scanner } from './scanner.ts'
import {
  type CompareOperator,
  compareOperators,
  type Condition,
  type Filter,
  type Operation,
  type TextSearch,
  textSearches,
} from './query.ts'

const operators = new Map<string, CompareOperator>(
  compareOperators.map((operator) => [operator, operator]),
)
const searches = new Map<string, TextSearch>(textSearches.map((search) => [search, search]))
/** PostgREST accepts `any` and `all` for these operators, as in `eq(any)`. */
const quantifiable = new Set('eq gt gte lt lte like ilike match imatch'.split(' '))
const trileans = ['not_null', 'null', 'unknown', 'true', 'false'] as const
const maxDepth = 10

/** Returns whether the value starts with a filter operator, unlike an argument of a function call. */
export function hasOperator(value: string) {
  const [, first = '', brackets] = /^([a-z]+)(\([^()]*\))?\./u.exec(value) ?? []
  if (searches.has(first)) return true
  if (brackets !== undefined && !/^\((?:any|all)\)$/u.test(brackets)) return false
  return first === 'not' || first === 'is' || first === 'in' || operators.has(first)
}

/** Parses a filter such as `not.eq.5`. */
export function parseFilter(field: Filter['field'], text: string): Filter {
  const scanner = new Scanner('filter', text)
  const filter = readFilter(scanner, field, () => {
    const value = scanner.text.slice(scanner.at)
    scanner.at = scanner.text.length
    return value
  })
  scanner.expectEnd()
  return filter
}

export function parseCombination(name: string, isNegated: boolean, text: string): Condition {
  const scanner = new Scanner('logic tree', text, `${isNegated ? 'not.' : ''}${name}`.length)
  const terms = readTerms(scanner, 1)
  scanner.skip(')')
  scanner.expectEnd()
  return { kind: name === 'and' ? 'and' : 'or', isNegated, terms }
}

function readTerms(scanner: Scanner, depth: number): Condition[] {
  if (depth > maxDepth) throw scanner.refuse(`conditions can be nested ${maxDepth} deep`)
  scanner.skipBlanks()
  scanner.expect('(')
  const terms = scanner.readList(() => readCondition(scanner, depth))
  scanner.expect(')')
  scanner.skipBlanks()
  return terms
}

function readCondition(scanner: Scanner, depth: number): Condition {
  const combination = scanner.match(/(?:not\.)?(?:and|or)(?=[ \t]*\()/uy)
  if (combination !== undefined) {
    const isNegated = combination.startsWith('not.')
    const kind = combination.endsWith('and') ? 'and' : 'or'
    return { kind, isNegated, terms: readTerms(scanner, depth + 1) }
  }
  if (/[()]/u.test(scanner.peek())) {
    throw scanner.fail(
      'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    )
  }
  const field = readField(scanner)
  scanner.expect('.')
  return readFilter(scanner, field, () => readNestedValue(scanner))
}

function readFilter(scanner: Scanner, field: Filter['field'], readValue: () => string): Filter {
  const isNegated = scanner.take('not.')
  return { kind: 'filter', field, isNegated, operation: readOperation(scanner, readValue) }
}

function readOperation(scanner: Scanner, readValue: () => string): Operation {
  if (scanner.take('in.')) return { kind: 'in', values: readList(scanner) }
  if (scanner.take('is.')) return { kind: 'is', value: readTrilean(scanner) }
  const start = scanner.at
  const name = scanner.match(/[a-z]+/uy) ?? ''
  const search = searches.get(name)
  if (search) return readSearch(scanner, search, readValue)
  const operator = operators.get(name)
  if (!operator) {
    scanner.at = start
    throw scanner.refuse(`unknown single value operator ${name || scanner.peek()}`)
  }
  const quantifier = scanner.match(/\((?:any|all)\)/uy)
  if (quantifier !== undefined && !quantifiable.has(name))
    throw scanner.refuse(`${name} takes no any or all`)
  scanner.expect('.')
  const value = readValue()
  if (quantifier === undefined) return { kind: 'compare', operator, value }
  return { kind: 'quantified', operator, quantifier: quantifier === '(any)' ? 'any' : 'all', value }
}

function readSearch(scanner: Scanner, operator: TextSearch, readValue: () => string): Operation {
  const language = scanner.match(/\([\p{L}\p{N}_ $]+\)/uy)?.slice(1, -1)
  scanner.expect('.')
  return { kind: 'search', operator, language: language?.trim(), value: readValue() }
}

function readTrilean(scanner: Scanner) {
  const rest = scanner.text.slice(scanner.at).toLowerCase()
  const value = trileans.find((name) => rest.startsWith(name))
  if (!value) throw scanner.fail('null or trilean value (unknown, true, false)')
  scanner.at += value.length
  return value
}

function readList(scanner: Scanner): string[] {
  scanner.skipBlanks()
  scanner.expect('(')
  scanner.skipBlanks()
  if (scanner.take(')')) return []
  const values: string[] = []
  do values.push(readElement(scanner, /[^,)]*/uy))
  while (scanner.take(','))
  scanner.expect(')')
  scanner.skipBlanks()
  return values
}

/** Reads a value inside `and` or `or`. A quoted value or an array may contain commas and parentheses. */
function readNestedValue(scanner: Scanner): string {
  const array = scanner.match(/\{[^{}]*\}/uy)
  return array ?? readElement(scanner, /[^,)]*/uy)
}

function readElement(scanner: Scanner, bare: RegExp): string {
  const start = scanner.at
  if (scanner.peek() === '"') {
    const quoted = tryQuoted(scanner)
    if (quoted !== undefined && /^[,)]?$/u.test(scanner.peek())) return quoted
    scanner.at = start
  }
  return scanner.match(bare) ?? ''
}

function tryQuoted(scanner: Scanner) {
  return /"(?:[^"\\]|\\.)*"/suy.test(scanner.text.slice(scanner.at))
    ? readQuoted(scanner)
    : undefined
}
