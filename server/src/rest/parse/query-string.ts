// The query string, taken apart: what belongs to which resource.
import { cannotParse, RestError } from '../errors.ts'
import { decodePiece } from './decode.ts'
import { hasOperator, parseCombination, parseFilter } from './filters.ts'
import { readField, readName, readNames } from './fields.ts'
import { parseOrder } from './order.ts'
import type { At, Condition, Field, Query } from './query.ts'
import { Scanner } from './scanner.ts'
import { parseSelect } from './select.ts'

const mostParameters = 200

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
    plain: [],
  }
}

function readParameters(text: string): [name: string, value: string][] {
  const parts = text.split('&').filter(Boolean)
  if (parts.length > mostParameters) {
    throw new RestError(400, 'PGRST100', `A request can have at most ${mostParameters} parameters.`)
  }
  return parts.map((part) => {
    const at = part.indexOf('=')
    return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
  })
}

function decode(text: string) {
  const decoded = decodePiece(text)
  if (decoded !== undefined) return decoded
  throw new RestError(400, 'PGRST100', 'The query string cannot be decoded.', {
    details: `"${text}" is not UTF-8 in percent encoding.`,
  })
}

/** Of what may stand only once, the first counts. */
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
  switch (lastWord(name)) {
    case 'order':
      if (value !== '') query.orders.push({ path: pathBefore(name), value: parseOrder(value) })
      break
    case 'limit':
      query.limits.push({ path: pathBefore(name), value: parseCount('limit', value) })
      break
    case 'offset':
      query.offsets.push({ path: pathBefore(name), value: parseCount('offset', value) })
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
    query.plain.push([name, value])
    return
  }
  const { path, field } = parseTreePath(name)
  query.conditions.push({ path, value: parseFilter(field, value) })
}

/** `jobs.not.or` */
function combinationAt(name: string, value: string): At<Condition> {
  const words = pathBefore(name)
  const path = words.filter((word) => word !== 'not')
  const isNegated = path.length < words.length
  return { path, value: parseCombination(lastWord(name), isNegated, value) }
}

/** `jobs.facility.name->a` */
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

function parseNames(what: string, text: string): string[] {
  return readNames(new Scanner(`${what} parameter`, text))
}

function parseCount(what: string, text: string): number {
  const number = /^[+-]?\d{1,15}$/u.test(text) ? Number(text) : undefined
  if (number === undefined) throw cannotParse(what, text, 0, 'expecting a whole number')
  return number
}

function lastWord(name: string) {
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
