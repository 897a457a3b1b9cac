// Parses the query string of a request into a Query.
import { cannotParse, RestError } from '../errors.ts'
import { hasOperator, parseCombination, parseFilter } from './filters.ts'
import { readField, readName, readNames, Scanner } from './scanner.ts'
import type { AtPath, Condition, Field, OrderTerm, Query } from './query.ts'
import { parseSelect } from './select.ts'

const maxParameters = 200

export function parseQueryString(text: string): Query {
  const query = emptyQuery()
  for (const [name, value] of readParameters(text)) addParameter(query, name, value)
  return query
}

function emptyQuery(): Query {
  return {
    select: [{ kind: 'star' }],
    hasSelect: false,
    conditions: [],
    orders: [],
    limits: [],
    offsets: [],
    columns: undefined,
    onConflict: undefined,
    plainParameters: [],
  }
}

function readParameters(text: string): [name: string, value: string][] {
  const parts = text.split('&').filter(Boolean)
  if (parts.length > maxParameters) {
    throw new RestError(400, 'PGRST100', `A request can have at most ${maxParameters} parameters.`)
  }
  return parts.map((part) => {
    const at = part.indexOf('=')
    return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
  })
}

function decode(text: string) {
  const decoded = decodeComponent(text)
  if (decoded !== undefined) return decoded
  throw new RestError(400, 'PGRST100', 'The query string cannot be decoded.', {
    details: `"${text}" is not UTF-8 in percent encoding.`,
    hint: 'Write %25 for a percent sign.',
  })
}

/** Adds a parameter. If `select`, `columns` or `on_conflict` is repeated, the first one is used. */
function addParameter(query: Query, name: string, value: string) {
  if (name === 'select') {
    if (query.hasSelect) return
    if (value.trim() !== '') query.select = parseSelect(value)
    query.hasSelect = true
  } else if (name === 'columns') query.columns ??= parseNames('columns', value)
  else if (name === 'on_conflict') query.onConflict ??= parseNames('on_conflict', value)
  else addToResource(query, name, value)
}

function addToResource(query: Query, name: string, value: string) {
  switch (lastSegment(name)) {
    case 'order':
      if (value !== '') query.orders.push({ path: pathBefore(name), value: parseOrder(value) })
      break
    case 'limit':
      query.limits.push({ path: pathBefore(name), value: parseWholeNumber('limit', value) })
      break
    case 'offset':
      query.offsets.push({ path: pathBefore(name), value: parseWholeNumber('offset', value) })
      break
    case 'and':
    case 'or':
      query.conditions.push(combinationAt(name, value))
      break
    default:
      addFilter(query, name, value)
  }
}

function addFilter(query: Query, name: string, value: string) {
  if (!name.includes('.') && !hasOperator(value)) {
    query.plainParameters.push([name, value])
    return
  }
  const { path, field } = parseTreePath(name)
  query.conditions.push({ path, value: parseFilter(field, value) })
}

/** Reads a parameter such as `jobs.not.or=(…)`. */
function combinationAt(name: string, value: string): AtPath<Condition> {
  const words = pathBefore(name)
  const path = words.filter((word) => word !== 'not')
  const isNegated = path.length < words.length
  return { path, value: parseCombination(lastSegment(name), isNegated, value) }
}

/** Parses a path such as `jobs.facility.name->a`. */
function parseTreePath(text: string): { path: string[]; field: Field } {
  const scanner = new Scanner('tree path', text)
  const path: string[] = []
  for (;;) {
    const field = readField(scanner)
    if (scanner.isAtEnd) return { path, field }
    if (field.path.length > 0) throw scanner.fail('"->>", "->" or end of input')
    scanner.expect('.')
    path.push(field.name)
  }
}

function parseNames(subject: string, text: string): string[] {
  return readNames(new Scanner(`${subject} parameter`, text))
}

function parseWholeNumber(subject: string, text: string): number {
  const number = /^[+-]?\d{1,15}$/u.test(text) ? Number(text) : undefined
  if (number === undefined) throw cannotParse(subject, text, 0, 'expecting a whole number')
  return number
}

function lastSegment(name: string) {
  return name.slice(name.lastIndexOf('.') + 1)
}

function pathBefore(name: string): string[] {
  const at = name.lastIndexOf('.')
  if (at < 0) return []
  const scanner = new Scanner('tree path', name.slice(0, at))
  const path = [readName(scanner)]
  while (scanner.take('.')) path.push(readName(scanner))
  scanner.expectEnd()
  return path
}

/** Parses a list such as `created_at.desc.nullslast,jobs(title)`. */
function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner('order', text)
  const terms = scanner.readList(() => readOrderTerm(scanner))
  scanner.expectEnd()
  return terms
}

function readOrderTerm(scanner: Scanner): OrderTerm {
  const { relation, field } = readOrderedField(scanner)
  const direction = scanner.match(/\.(?:asc|desc)/uy)
  const nulls = scanner.match(/\.nulls(?:first|last)/uy)
  checkTermEnd(scanner, direction !== undefined, nulls !== undefined)
  return {
    field,
    relation,
    isDescending: direction === '.desc',
    nulls: nulls === undefined ? undefined : nulls === '.nullsfirst' ? 'first' : 'last',
  }
}

function readOrderedField(scanner: Scanner): { relation: string | undefined; field: Field } {
  const start = scanner.at
  const relation = readName(scanner)
  if (!scanner.take('(')) {
    scanner.at = start
    return { relation: undefined, field: readField(scanner) }
  }
  const field = readField(scanner)
  scanner.expect(')')
  return { relation, field }
}

function checkTermEnd(scanner: Scanner, hasDirection: boolean, hasNulls: boolean) {
  if (scanner.isAtEnd || /[, \t]/u.test(scanner.peek())) return
  if (!hasNulls && scanner.take('.')) {
    throw hasDirection
      ? scanner.failAtWord('nullsfirst', '"nullsfirst" or "nullslast"')
      : scanner.failAtWord('asc', '"asc", "desc", "nullsfirst" or "nullslast"')
  }
  if (!hasDirection && !hasNulls) return
  const expected = `${hasNulls ? '' : 'delimiter (.), '}"," or end of input`
  throw scanner.refuse(`unexpected '${scanner.peek()}' expecting ${expected}`)
}

/**
 * Decodes percent-encoded text. Keeps percent signs without two hexadecimal digits, as in `like.%foo%`. Returns
 * undefined for invalid UTF-8.
 */
export function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ').replace(/%(?![\da-f]{2})/giu, '%25'))
  } catch {
    return undefined
  }
}
