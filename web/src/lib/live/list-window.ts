// Keeps a page of a sorted list up to date without a request. The window of a page also has the rows that follow the
// page, because they move up when rows disappear.

export interface ListWindow<Row> {
  /** The number of rows in the list before the window. */
  from: number
  /** The number of rows that the page shows. */
  size: number
  /** The rows of the page and at most `spareRows` rows after it. */
  rows: Row[]
  /** The number of all rows in the list. */
  total: number
  /** The server stops counting at this number. */
  maxTotal: number
  /** Whether the list has more rows than `maxTotal`. */
  hasMore: boolean
  /** Whether the rows or the total are uncertain, so that the page has to be read again. */
  isStale: boolean
}

export const spareRows = 10

export interface RowChange<Row, Position> {
  id: string
  /** The position of the row before the change, if the list had it. */
  before: Position | undefined
  /** The row after the change, if the list has it. */
  after: Row | undefined
}

/**
 * Moves one row in, out of or within the list. `compare` orders rows and positions as the server does.
 */
export function changeRow<Row extends Position & { id: string }, Position>(
  window: ListWindow<Row>,
  { id, before, after }: RowChange<Row, Position>,
  compare: (one: Position, other: Position) => number,
): ListWindow<Row> {
  const without = before === undefined ? window : removeRow(window, id, before, compare)
  return after === undefined ? without : insertRow(without, after, compare)
}

function removeRow<Row extends Position & { id: string }, Position>(
  window: ListWindow<Row>,
  id: string,
  before: Position,
  compare: (one: Position, other: Position) => number,
): ListWindow<Row> {
  const kept = window.rows.filter((row) => row.id !== id)
  const [first] = window.rows
  const wasBefore =
    kept.length === window.rows.length && first !== undefined && compare(before, first) < 0
  // The rows of the window move up by one, so that the first of them belongs to the page before.
  const rows = wasBefore && window.from > 0 ? kept.slice(1) : kept
  if (window.hasMore) return withRows({ ...window, isStale: true }, rows)
  return withRows({ ...window, total: Math.max(window.total - 1, 0) }, rows)
}

function insertRow<Row extends Position, Position>(
  window: ListWindow<Row>,
  row: Row,
  compare: (one: Position, other: Position) => number,
): ListWindow<Row> {
  const grown = withOneMore(window)
  const [first] = window.rows
  // The last row of the page before moves into the window, and is unknown.
  if (window.from > 0 && (first === undefined || compare(row, first) < 0)) {
    return { ...grown, isStale: true }
  }
  const next = window.rows.findIndex((other) => compare(row, other) < 0)
  if (next >= 0) return withRows(grown, window.rows.toSpliced(next, 0, row))
  const isAtEnd = !window.hasMore && window.from + window.rows.length >= window.total
  return isAtEnd ? withRows(grown, [...window.rows, row]) : grown
}

function withOneMore<Row>(window: ListWindow<Row>): ListWindow<Row> {
  const isFull = window.total >= window.maxTotal
  return isFull ? { ...window, hasMore: true } : { ...window, total: window.total + 1 }
}

function withRows<Row>(window: ListWindow<Row>, all: Row[]): ListWindow<Row> {
  const { from, size, total, hasMore } = window
  const rows = all.slice(0, size + spareRows)
  const isPastEnd = from > 0 && rows.length === 0
  const isIncomplete = isPastEnd || (rows.length < size && (hasMore || from + rows.length < total))
  return { ...window, rows, isStale: window.isStale || isIncomplete }
}
