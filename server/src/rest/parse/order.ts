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
  const direction = scanner.match(/\.(?:asc|desc)(?![a-z])/uy)
  const nulls = scanner.match(/\.nulls(?:first|last)(?![a-z])/uy)
  if (scanner.peek() === '.') throw scanner.fail('"asc", "desc", "nullsfirst" or "nullslast"')
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
