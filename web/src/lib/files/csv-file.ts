import { dataOf } from '../errors.ts'
import type { RowKey } from './keyset.ts'
import { withRetries } from './with-retries.ts'

/** The number of rows to request at once, which is also the maximum that the server returns. */
const pageSize = 1000

interface CsvSource<Row> {
  /** The start of the file name: "users" makes users-2026-11-20.csv. */
  name: string
  columns: readonly (readonly [head: string, cell: (row: Row) => Cell])[]
  /** The column that `ask` sorts by. `ask` must select this column and `id` (see `inKeysetOrder`). */
  by: string
  /** The maximum number of rows that a search finds. Undefined means no limit. */
  maxRows?: number | undefined
  /** Fetches `count` rows after the row with the key `after`. */
  ask: (after: RowKey | undefined, count: number) => PromiseLike<RowsResponse<Row>>
}

interface RowsResponse<Row> {
  data: Row[] | null
  error: unknown
  status: number
}

interface CsvPart {
  text: string
  rows: number
}

/** A CSV file that is generated while it is saved. */
export interface CsvFile {
  name: string
  /** If the file has this many rows, it may lack older rows. */
  maxRows: number | undefined
  parts: (signal: AbortSignal) => AsyncGenerator<CsvPart>
}

/** In the export, a row whose place in the order does not change appears exactly once. */
export function csvFile<Row extends object>(source: CsvSource<Row>): CsvFile {
  return {
    name: source.name,
    maxRows: source.maxRows,
    parts: (signal) => generateParts(source, signal),
  }
}

async function* generateParts<Row extends object>(
  { columns, by, ask }: CsvSource<Row>,
  signal: AbortSignal,
) {
  const lineOf = (row: Row) => csvLine(columns.map(([, cell]) => cell(row)))
  let text = `${byteOrderMark}${csvLine(columns.map(([head]) => head))}`
  let after: RowKey | undefined
  for (;;) {
    const from = after
    // Each request needs the last row of the previous page.
    // oxlint-disable-next-line no-await-in-loop
    const rows = await withRetries(async () => dataOf(await ask(from, pageSize)), signal)
    text += rows.map(lineOf).join('')
    yield { text, rows: rows.length }
    const last = rows.at(-1)
    // Only an empty page proves that there are no more rows, because the server may return fewer rows than requested.
    if (!last) return
    after = keyOfRow(last, by)
    text = ''
  }
}

function keyOfRow(row: object, by: string): RowKey {
  const value: unknown = Reflect.get(row, by)
  const id: unknown = Reflect.get(row, 'id')
  if (!isValue(id)) throw new Error('A row has no id to read on from.')
  if (value !== null && !isValue(value)) throw new Error(`A row has no ${by} to read on from.`)
  return { value, id }
}

function isValue(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

// Writes CSV (RFC 4180) that is safe to open in spreadsheets.

export type Cell = string | number | null | undefined

const formulaSigns = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]'
/**
 * Matches every place where a spreadsheet may start to read a formula. In some locales, a semicolon or tab separates
 * cells, even inside quotes.
 */
const formula = new RegExp(`^(?=[\\t\\r\\n])|(?<=^|[;\\t\\r\\n])(?=${formulaSigns})`, 'g')
const needsQuotes = /[",\r\n]/

/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\uFEFF'

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join()}\r\n`
}

function csvCell(cell: Cell): string {
  const text = typeof cell === 'string' ? cell.replaceAll(formula, "'") : String(cell ?? '')
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
