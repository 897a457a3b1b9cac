import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListState } from '#lib/lists/list-state.ts'
import { StableRows } from '../rows/row-list.tsx'
import { HiddenText } from '../text.tsx'
import styles from './data-table.module.css'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** The sort name, if the column is sortable. */
  sort?: string
  /** Whether the cells are right-aligned and their digits have equal width. */
  isFigure?: boolean
  /** Whether the text stays on one line, as for dates and single words. */
  isShort?: boolean
  /** Whether the column has buttons, so that only screen readers get its header. */
  isAction?: boolean
}

interface Props<Row> {
  /** The name for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  list?: ListState
  /** The `view` of the `ListPage`, if the table has to hold back new rows. */
  view?: string | undefined
}

/** Renders a table, or cards on a phone. */
export function DataTable<Row>({ view, ...table }: Props<Row>) {
  if (view === undefined) return <Table {...table} isFresh={never} />
  return (
    <StableRows rows={table.rows} keyOf={table.keyOf} view={view}>
      {(rows, isFresh) => <Table {...table} rows={rows} isFresh={isFresh} />}
    </StableRows>
  )
}

const never = () => false

interface TableProps<Row> extends Omit<Props<Row>, 'view'> {
  isFresh: (row: Row) => boolean
}

/** Renders a table with explicit roles, because the `display` values in the CSS remove the implicit roles. */
function Table<Row>({ caption, columns, rows, keyOf, list, isFresh }: TableProps<Row>) {
  return (
    <table className={styles.table} role="table">
      <caption className={styles.caption}>{caption}</caption>
      <thead className={styles.head} role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <Head key={column.head} column={column} list={list} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row" className={styles.row} data-fresh={isFresh(row)}>
            {columns.map(({ head, cell, isFigure, isAction, isShort }) => (
              <td
                key={head}
                role="cell"
                className={styles.cell}
                data-figure={isFigure ?? isAction}
                data-short={isShort}
              >
                {isAction ? null : (
                  <span className={styles.label} aria-hidden>
                    {head}
                  </span>
                )}
                <span className={styles.value}>{cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface HeadProps<Row> {
  column: Column<Row>
  list: ListState | undefined
}

function Head<Row>({ column: { head, sort, isFigure, isAction }, list }: HeadProps<Row>) {
  const headContent = isAction ? <HiddenText>{head}</HiddenText> : head
  const isSorted = sort !== undefined && list?.sort.by === sort
  const direction = list?.sort.descending ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      role="columnheader"
      className={styles.cell}
      data-figure={isFigure ?? isAction}
      aria-sort={isSorted ? direction : undefined}
    >
      {sort && list ? (
        <button type="button" className={styles.sort} onClick={() => list.sortBy(sort)}>
          {head}
          <SortIcon isSorted={isSorted} isDescending={list.sort.descending} />
        </button>
      ) : (
        headContent
      )}
    </th>
  )
}

function SortIcon({ isSorted, isDescending }: { isSorted: boolean; isDescending: boolean }) {
  const Icon = isDescending ? ArrowDown : ArrowUp
  return isSorted ? (
    <Icon size={13} aria-hidden />
  ) : (
    <ArrowUpDown size={13} aria-hidden className={styles.unsorted} />
  )
}
