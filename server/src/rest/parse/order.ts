// `order=created_at.desc.nullslast,jobs(title)`.
import { readField, readName } from './fields.ts'
import type { Field, OrderTerm } from './query.ts'
import { Scanner } from './scanner.ts'

export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner('order', text)
  const terms = scanner.list(() => readTerm(scanner))
  scanner.expectEnd()
  return terms
}

function readTerm(scanner: Scanner): OrderTerm {
  const { relation, field } = readOrdered(scanner)
  const direction = scanner.match(/\.(?:asc|desc)/uy)
  const nulls = scanner.match(/\.nulls(?:first|last)/uy)
  refuseMore(scanner, direction !== undefined, nulls !== undefined)
  return {
    field,
    relation,
    isDescending: direction === '.desc',
    nulls: nulls === undefined ? undefined : nulls === '.nullsfirst' ? 'first' : 'last',
  }
}

function readOrdered(scanner: Scanner): { relation: string | undefined; field: Field } {
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

function refuseMore(scanner: Scanner, hasDirection: boolean, hasNulls: boolean) {
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
