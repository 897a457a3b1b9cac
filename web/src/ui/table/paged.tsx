import { ActionIcon } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount, formatCountOrMore } from '#lib/format.ts'
import { lastPageNumber, type ListPage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { Loaded, NoMatch } from '../query-states.tsx'
import { RowSkeletons } from '../skeletons.tsx'
import styles from './paged.module.css'

interface PagedProps<Row> {
  query: UseQueryResult<ListPage<Row>>
  list: ListState
  size: number
  /** The text while loading, such as "Loading jobs..." */
  loading: string
  /** The text after a failure, such as "Failed to load jobs." */
  failed: string
  /** A `NothingYet`, which is shown if there are no rows at all. */
  nothing: ReactNode
  /** The text if the filters match nothing, such as "No jobs found." */
  noMatch: string
  /** The label of the page buttons, such as "Pages of your bids", if the screen has other lists. */
  pagesLabel?: string
  children: (page: ListPage<Row>) => ReactNode
}

/** Shows a page of a list, and dims the previous page until the next one is loaded. */
export function Paged<Row>({ query, list, size, children, ...texts }: PagedProps<Row>) {
  const { loading, failed, nothing, noMatch, pagesLabel } = texts
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

interface PagerProps {
  list: ListState
  /** The number of the shown page, which is the last page if the URL asks for a later one. */
  page: number
  total: number
  /** Whether there are more rows than `total`, where paging ends. */
  hasMore: boolean
  size: number
  /** The label for screen readers, if the screen has other lists. */
  label?: string | undefined
}

/** Shows "21–40 of 312", or "of 10,000+", with buttons for the previous and the next page. */
function Pager({ list: { toPage }, page, total, hasMore, size, label = 'Pages' }: PagerProps) {
  const last = lastPageNumber(total, size)
  const from = Math.min(total, (page - 1) * size + 1)
  const to = Math.min(total, page * size)
  return (
    <nav className={styles.pager} aria-label={label}>
      <p className={styles.range} role="status">
        {formatCount(from)}–{formatCount(to)} of{' '}
        {(hasMore ? formatCountOrMore : formatCount)(total)}
      </p>
      <Step label="Previous page" isOff={page <= 1} onClick={() => toPage(page - 1)}>
        <ChevronLeft size={16} aria-hidden />
      </Step>
      <Step label="Next page" isOff={page >= last} onClick={() => toPage(page + 1)}>
        <ChevronRight size={16} aria-hidden />
      </Step>
    </nav>
  )
}

interface StepProps {
  label: string
  isOff: boolean
  onClick: () => void
  children: React.ReactNode
}

function Step({ label, isOff, onClick, children }: StepProps) {
  return (
    <ActionIcon
      className={styles.step}
      variant="default"
      size={32}
      aria-label={label}
      disabled={isOff}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}
