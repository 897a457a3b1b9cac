// Builds the admin lists, which define their filters, orders and texts as data.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CsvFile } from '#lib/files/csv-file.ts'
import { adminPageSize, type ListPage } from '#lib/lists/list-page.ts'
import { type ListState, useListState } from '#lib/lists/list-state.ts'
import { searchLimit } from '#lib/lists/search.ts'
import { busyListIntervalMs, useLive } from '#lib/live/use-live.ts'
import { RowList } from '../rows/row-list.tsx'
import { type Column, DataTable } from './data-table.tsx'
import type { Choice, SortChoice } from './filter-bar.tsx'
import { Listing } from './listing.tsx'

export interface AdminListShape {
  /** The label of the list, such as "Bids". */
  label: string
  /** The noun for the count, such as "bid". */
  one: string
  /** The plural, if it is irregular. */
  many?: string
  /** The noun in messages, if it is not the plural. */
  nounInMessages?: string
  loading?: string
  /** Lists about one user have no search. */
  search?: { name: string; label: string }
  /** Whether the server limits the number of rows that a search finds. */
  isSearchLimited?: boolean
  choices?: Choice[]
  /** A filter that only links can set. */
  linkFilter?: { name: string; isValid: (text: string) => boolean }
  /** The orders to choose from, the default first. */
  sorts: [SortChoice, ...SortChoice[]]
  /** A `NothingYet`, which is shown if there are no rows at all. */
  empty: ReactNode
  /** The page size of the query, if it is not `adminPageSize`. */
  size?: number
  /** The list refetches the queries under `keys` after each change in one of the `tables`. */
  live?: Pick<Parameters<typeof useLive>[0], 'tables' | 'keys'>
}

/** Reads the filters and the order of an admin list from the URL. */
export function useAdminListState({ search, choices = [], linkFilter, sorts }: AdminListShape) {
  const values = ({ options }: Choice) => options.map(({ value }) => value)
  return useListState({
    filters: [
      ...(search ? [search.name] : []),
      ...choices.map(({ name }) => name),
      ...(linkFilter ? [linkFilter.name] : []),
    ],
    known: {
      ...Object.fromEntries(choices.map((choice) => [choice.name, values(choice)])),
      ...(linkFilter ? { [linkFilter.name]: linkFilter.isValid } : {}),
    },
    sorts: sorts.map(({ by }) => by),
    sort: { by: sorts[0].by, descending: sorts[0].descending },
  })
}

interface Props<Row> {
  shape: AdminListShape
  list: ListState
  query: UseQueryResult<ListPage<Row>>
  file: CsvFile
  /** The text of the filter that a link has set: "Job: Reseal". */
  linkFilterText?: string
  columns?: Column<Row>[]
  /** Renders a row, if the list has no columns. */
  children?: (row: Row) => ReactNode
}

const notLive = { tables: [], keys: [] }

/** Shows an admin list with its search, filters, order, paging, live updates and CSV file. */
export function AdminList<Row extends { id: string }>(props: Props<Row>) {
  const { shape, list, query, file, linkFilterText, columns = [], children: renderRow } = props
  const {
    label,
    one,
    many = `${one}s`,
    nounInMessages = many,
    search,
    linkFilter,
    live = notLive,
  } = shape
  const hasLinkFilter = Boolean(linkFilter && list.filters[linkFilter.name])
  const isLimited = search && shape.isSearchLimited && list.filters[search.name]
  useLive({ ...live, minIntervalMs: busyListIntervalMs })
  return (
    <Listing
      label={label}
      query={query}
      list={list}
      size={shape.size ?? adminPageSize}
      found={{ one, many, maxRows: isLimited ? searchLimit : undefined }}
      {...(search && !hasLinkFilter ? { search } : {})}
      {...(linkFilter && linkFilterText
        ? { linkFilter: { name: linkFilter.name, text: linkFilterText } }
        : {})}
      choices={shape.choices ?? []}
      sorts={shape.sorts}
      isHeadless={renderRow !== undefined}
      loading={shape.loading ?? `Loading ${nounInMessages}...`}
      failed={`Failed to load ${nounInMessages}.`}
      nothing={shape.empty}
      noMatch={`No ${many} found.`}
      file={file}
    >
      {({ rows, view }) =>
        renderRow ? (
          <RowList label={label} rows={rows} keyOf={idOf} view={view}>
            {renderRow}
          </RowList>
        ) : (
          <DataTable
            caption={label}
            columns={columns}
            rows={rows}
            keyOf={idOf}
            list={list}
            view={view}
          />
        )
      }
    </Listing>
  )
}

const idOf = ({ id }: { id: string }) => id
