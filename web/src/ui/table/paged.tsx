import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListState } from '#lib/lists/list-state.ts'
import { lastPageNumber, type ListPage } from '#lib/lists/list-page.ts'
import { Loaded, NoMatch } from '../query-states.tsx'
import { RowSkeletons } from '../skeletons.tsx'
import styles from './paged.module.css'
import { ActionIcon } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatCount, formatCountOrMore } from '#lib/format.ts'

interface PagedProps<Row> {
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
export function Paged<Row>({ query, list, size, children, ...words }: PagedProps<Row>) {
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

interface PagerProps {
  list: ListState
  /** The one that is shown: the last, where the address names a later one. */
  page: number
  total: number
  /** There are more than were counted; pages end with these. */
  hasMore: boolean
  size: number
  /** Which pages, where there are others beside them. */
  label?: string | undefined
}

/** "21–40 of 312", or "of 10,000+", and the way to the pages beside. */
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
