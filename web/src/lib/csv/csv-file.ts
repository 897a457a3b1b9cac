import { dataOf } from '../errors.ts'
import { withRetries } from './with-retries.ts'
import type { RowKey } from './keyset.ts'

/** Rows of a page: as many as the server gives at once. */
const pageSize = 1000

interface Source<Row> {
  /** "users": the file is called users-2026-11-20.csv. */
  name: string
  columns: readonly (readonly [head: string, cell: (row: Row) => Cell])[]
  /** What `ask` orders by, see `inKeyOrder`; it is among the columns that are asked for, as is `id`. */
  by: string
  /** The server finds no more than these, the newest; none where it has no such end. */
  most?: number | undefined
  /** So many rows after the one with this key. */
  ask: (after: RowKey | undefined, count: number) => PromiseLike<Answer<Row>>
}

interface Answer<Row> {
  data: Row[] | null
  error: unknown
  status: number
}

interface Part {
  text: string
  rows: number
}

/** A file that is made while it is saved. */
export interface CsvFile {
  name: string
  /** With so many rows it may hold only the newest of all. */
  most: number | undefined
  parts: (signal: AbortSignal) => AsyncGenerator<Part>
}

/** A list as a file, read by key: however long it is, no row that stays where it is comes twice or is left out. */
export function csvFile<Row extends object>(source: Source<Row>): CsvFile {
  return { name: source.name, most: source.most, parts: (signal) => partsOf(source, signal) }
}

async function* partsOf<Row extends object>(
  { columns, by, ask }: Source<Row>,
  signal: AbortSignal,
) {
  const lineOf = (row: Row) => csvLine(columns.map(([, cell]) => cell(row)))
  let text = `${byteOrderMark}${csvLine(columns.map(([head]) => head))}`
  let after: RowKey | undefined
  for (;;) {
    const from = after
    // Which rows come next is known by the last one alone.
    // oxlint-disable-next-line no-await-in-loop
    const rows = await withRetries(async () => dataOf(await ask(from, pageSize)), signal)
    text += rows.map(lineOf).join('')
    yield { text, rows: rows.length }
    const last = rows.at(-1)
    // Fewer than were asked for do not mean the end: the server may give less at once.
    if (!last) return
    after = keyIn(last, by)
    text = ''
  }
}

function keyIn(row: object, by: string): RowKey {
  const value: unknown = Reflect.get(row, by)
  const id: unknown = Reflect.get(row, 'id')
  if (!isValue(id)) throw new Error('A row has no id to read on from.')
  if (value !== null && !isValue(value)) throw new Error(`A row has no ${by} to read on from.`)
  return { value, id }
}

function isValue(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

// CSV as RFC 4180 has it, and as spreadsheets may open it without coming to harm.

export type Cell = string | number | null | undefined

const signs = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]'
/**
 * Where spreadsheets may take what follows for a formula: at the beginning, and behind what separates cells and rows
 * where commas stand in numbers, for there quotes count only at the beginning of what was separated. A figure is none:
 * "-5" as a number stays one.
 */
const formula = new RegExp(`^(?=[\\t\\r\\n])|(?<=^|[;\\t\\r\\n])(?=${signs})`, 'g')
const toBeQuoted = /[",\r\n]/

/** Tells spreadsheets that what follows is UTF-8. */
const byteOrderMark = '\uFEFF'

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join()}\r\n`
}

function written(cell: Cell): string {
  const text = typeof cell === 'string' ? cell.replaceAll(formula, "'") : String(cell ?? '')
  return toBeQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
