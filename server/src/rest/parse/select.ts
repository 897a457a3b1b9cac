// `select`: columns, and embedded relations with columns of their own.
import { notSupported, RestError } from '../errors.ts'
import { readField, readName } from './fields.ts'
import type { SelectItem } from './query.ts'
import { Scanner } from './scanner.ts'

const aggregate = /\.(?:sum|avg|min|max|count)\(\)|count\(\)/y
const deepest = 10
const most = 500

export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner('select parameter', text)
  const items = text.trim() === '' ? [] : readItems(scanner, 0)
  scanner.expectEnd()
  return items
}

function readItems(scanner: Scanner, depth: number): SelectItem[] {
  if (depth > deepest) throw scanner.refuse(`relations can be embedded ${deepest} deep`)
  const items = scanner.list(() => readItem(scanner, depth))
  if (items.length > most) throw scanner.refuse(`at most ${most} things can be selected`)
  return items
}

function readItem(scanner: Scanner, depth: number): SelectItem {
  if (scanner.take('*')) return { kind: 'star' }
  if (scanner.looksAt('...')) throw notSupported('Spreading an embedded relation is')
  refuseAggregate(scanner)
  const alias = readAlias(scanner)
  if (scanner.looksAt('...')) throw notSupported('Spreading an embedded relation is')
  refuseAggregate(scanner)
  const field = readField(scanner)
  if (field.path.length === 0 && (scanner.peek() === '(' || scanner.peek() === '!')) {
    return { kind: 'embed', name: field.name, alias, ...readEmbed(scanner, depth) }
  }
  refuseAggregate(scanner)
  const cast = scanner.take('::') ? readCast(scanner) : undefined
  refuseAggregate(scanner)
  return { kind: 'column', field, alias, cast }
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

function readCast(scanner: Scanner): string {
  const type = scanner.match(/[\p{L}\p{N}_$ ]+(?:\[\])?/uy)?.trim()
  if (!type) throw scanner.fail('letter or digit')
  return type.toLowerCase()
}

function refuseAggregate(scanner: Scanner) {
  aggregate.lastIndex = scanner.at
  if (!aggregate.test(scanner.text)) return
  throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
}
