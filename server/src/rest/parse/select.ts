// Parses `select`, which contains columns, aggregates, and embedded relations with their columns.
import { readField, readName, Scanner } from './scanner.ts'
import { type Aggregate, aggregateFunctions, type SelectItem } from './query.ts'

const maxDepth = 10
const maxItems = 500

export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner('select parameter', text)
  const items = readItems(scanner, 0)
  if (text.charAt(scanner.at - 1) === ')') scanner.skip(')')
  scanner.expectEnd()
  return items
}

function readItems(scanner: Scanner, depth: number): SelectItem[] {
  if (depth > maxDepth) throw scanner.refuse(`relations can be embedded ${maxDepth} deep`)
  const items = scanner.readList(() => readItem(scanner, depth))
  if (items.length > maxItems) throw scanner.refuse(`at most ${maxItems} items can be selected`)
  return items
}

function readItem(scanner: Scanner, depth: number): SelectItem {
  if (scanner.take('*')) return { kind: 'star' }
  if (scanner.take('...')) return readSpread(scanner, depth)
  const alias = readAlias(scanner)
  if (scanner.match(/count\(\)/uy)) return { kind: 'count', alias, cast: readCast(scanner) }
  const field = readField(scanner)
  if (field.path.length === 0 && (scanner.peek() === '(' || scanner.peek() === '!')) {
    return { kind: 'embed', isSpread: false, name: field.name, alias, ...readEmbed(scanner, depth) }
  }
  const cast = readCast(scanner)
  return { kind: 'column', field, alias, cast, aggregate: readAggregate(scanner) }
}

function readSpread(scanner: Scanner, depth: number): SelectItem {
  const name = readName(scanner)
  return { kind: 'embed', isSpread: true, name, alias: undefined, ...readEmbed(scanner, depth) }
}

function readAlias(scanner: Scanner): string | undefined {
  const start = scanner.at
  if (scanner.peek() !== '"' && !/[\p{L}\p{N}_$]/u.test(scanner.peek())) return undefined
  const name = readName(scanner)
  if (!scanner.looksAt('::') && scanner.take(':')) return name
  scanner.at = start
  return undefined
}

function readEmbed(scanner: Scanner, depth: number) {
  let hint: string | undefined
  let isInner = false
  while (scanner.take('!')) {
    const word = readName(scanner)
    if (word === 'inner') isInner = true
    else if (word !== 'left') hint = word
  }
  scanner.expect('(')
  scanner.skipBlanks()
  const select = scanner.peek() === ')' ? [] : readItems(scanner, depth + 1)
  scanner.expect(')')
  return { hint, isInner, select }
}

function readAggregate(scanner: Scanner): Aggregate | undefined {
  const name = aggregateFunctions.find((own) => scanner.take(`.${own}()`))
  return name === undefined ? undefined : { function: name, cast: readCast(scanner) }
}

function readCast(scanner: Scanner): string | undefined {
  if (!scanner.take('::')) return undefined
  const type = scanner.match(/[\p{L}\p{N}_$ ]+(?:\[\])?/uy)?.trim()
  if (!type) throw scanner.fail('letter or digit')
  return type.toLowerCase()
}
