import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListState } from '#lib/list-state.ts'
import type { ListPage } from '#lib/use-page.ts'
import { NoMatch } from '../empty.tsx'
import { Loaded } from '../loaded.tsx'
import { RowSkeletons } from '../skeletons.tsx'
import styles from './paged.module.css'
import { Pager } from './pager.tsx'

interface Props<Row> {
  query: UseQueryResult<ListPage<Row>>
  list: ListState
  size: number
  /** "Loading jobs..." */
  loading: string
  /** "Failed to load jobs." */
  failed: string
  /** Where there is nothing at all: `NothingYet`. */
  nothing: ReactNode
  /** Where the filters leave nothing: "No jobs found." */
  noMatch: string
  /** "Pages of your bids", where other lists stand on the same page. */
  pagesLabel?: string
  children: (page: ListPage<Row>) => ReactNode
}

/** A page of a list in whatever state it is. The former page stays, dimmed, until the next is there. */
export function Paged<Row>({ query, list, size, children, ...words }: Props<Row>) {
  const { loading, failed, nothing, noMatch, pagesLabel } = words
  return (
    <Loaded query={query} loading={loading} failed={failed} skeleton={<RowSkeletons />}>
      {(data) => (
        <div className={styles.page} aria-busy={query.isPlaceholderData}>
          {data.total > 0 ? children(data) : null}
          {data.total > 0 ? (
            <Pager
              list={list}
              page={data.page}
              total={data.total}
              hasMore={data.hasMore}
              size={size}
              label={pagesLabel}
            />
          ) : (
            <Empty list={list} nothing={nothing} noMatch={noMatch} />
          )}
        </div>
      )}
    </Loaded>
  )
}

function Empty({
  list,
  nothing,
  noMatch,
}: {
  list: ListState
  nothing: ReactNode
  noMatch: string
}) {
  return list.isFiltered ? <NoMatch title={noMatch} onClear={list.clear} /> : nothing
}
