// Applies the change of a row to a page of a list. The page needs no transaction ids for that: every change that its read
// does not include arrives after the read began. So if a row is missing from the place that it had before a change, the
// read includes this change or a later one.
import type { Change } from '../live/subjects.ts'
import type { ListPage } from './list-page.ts'
import type { Condition } from './list-tabs.ts'
import type { Sort } from './sort.ts'

type TableRow = Record<string, unknown>

/** Describes a list by its table. Its other conditions and columns must not depend on the changed row. */
export interface ListRule<Row> {
  /** The conditions on columns of the table. The operators `eq` and `neq` are supported. */
  conditions: readonly Condition[]
  sort: Sort
  /** Returns the value of the row in the column by which the list is sorted. */
  sortValue: (row: Row, column: string) => number | string
  /** Returns the row with the columns of the changed row, or undefined if they are not readable. */
  merge: (row: Row, changed: TableRow) => Row | undefined
}

/** Returns the page after the change, or undefined if only a read can tell what the page has then. */
export function patchPage<Row extends { id: string }>(
  page: ListPage<Row>,
  change: Change,
  rule: ListRule<Row>,
): ListPage<Row> | undefined {
  const { event, row, before } = change
  const isListed = event === 'DELETE' ? false : meets(row, rule)
  const wasListed = event === 'INSERT' ? false : meets(before, rule)
  if (isListed === undefined || wasListed === undefined) return undefined
  const known = page.rows.find(({ id }) => id === row['id'])
  if (!known) {
    const { by } = rule.sort
    // The row is on another page and stays there, or the read includes this change.
    const isUnaffected = wasListed && (isWhole(page) || (isListed && before[by] === row[by]))
    return isUnaffected || (!wasListed && !isListed) ? page : undefined
  }
  if (!isListed) return isWhole(page) ? withoutRow(page, known) : undefined
  const next = rule.merge(known, row)
  return next && withRow(page, known, next, rule)
}

/** Returns whether the page has all rows of the list. */
function isWhole<Row>({ page, rows, total, hasMore }: ListPage<Row>) {
  return page === 1 && rows.length === total && !hasMore
}

function withoutRow<Row>(page: ListPage<Row>, known: Row): ListPage<Row> {
  return { ...page, rows: page.rows.filter((row) => row !== known), total: page.total - 1 }
}

function withRow<Row extends { id: string }>(
  page: ListPage<Row>,
  known: Row,
  next: Row,
  { sort, sortValue }: ListRule<Row>,
): ListPage<Row> | undefined {
  if (sortValue(known, sort.by) === sortValue(next, sort.by)) {
    return { ...page, rows: page.rows.map((row) => (row === known ? next : row)) }
  }
  const others = page.rows.filter((row) => row !== known)
  const isAfter = (row: Row) => compareRows(next, row, sort, sortValue) < 0
  const found = others.findIndex(isAfter)
  const index = found < 0 ? others.length : found
  const mayLeavePage = index === others.length || (index === 0 && page.page > 1)
  if (mayLeavePage && !isWhole(page)) return undefined
  return { ...page, rows: others.toSpliced(index, 0, next) }
}

/** Compares as the server does, which sorts equal rows by their ids. */
function compareRows<Row extends { id: string }>(
  one: Row,
  other: Row,
  { by, descending }: Sort,
  sortValue: ListRule<Row>['sortValue'],
) {
  const [first, second] = [sortValue(one, by), sortValue(other, by)]
  if (first === second) return one.id < other.id ? -1 : 1
  return first < second === descending ? 1 : -1
}

/** Returns undefined if the row lacks a column, as for a user who did not see the row before. */
function meets<Row>(row: TableRow, { conditions, sort }: ListRule<Row>) {
  if (row[sort.by] === undefined) return undefined
  const results = new Set(conditions.map((condition) => meetsOne(row, condition)))
  return results.has(undefined) ? undefined : !results.has(false)
}

function meetsOne(row: TableRow, [column, operator, value]: Condition) {
  const found = row[column]
  if (typeof found !== 'string' || !['eq', 'neq'].includes(operator)) return undefined
  return (found === value) === (operator === 'eq')
}

/** Changes the rows of a page that an event of another table affects. The rows stay in their places. */
export function patchRows<Row>(
  page: ListPage<Row>,
  isAffected: (row: Row) => boolean,
  patch: (row: Row) => Row,
): ListPage<Row> {
  if (!page.rows.some(isAffected)) return page
  return { ...page, rows: page.rows.map((row) => (isAffected(row) ? patch(row) : row)) }
}
