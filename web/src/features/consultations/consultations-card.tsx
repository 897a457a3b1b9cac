import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListPage } from '#lib/lists/list-page.ts'
import { type ListState, useListState } from '#lib/lists/list-state.ts'
import { type TabCounts, tabsWithCounts } from '#lib/lists/list-tabs.ts'
import { Section } from '#ui/page.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { FilterBar } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { TabsFilter } from '#ui/tabs.tsx'
import { consultationsPageSize, consultationTabs, defaultSort } from './consultations.queries.ts'

export function useConsultationsList() {
  return useListState({
    prefix: 'consultations',
    filters: ['when'],
    known: { when: consultationTabs.map(({ value }) => value) },
    sorts: ['scheduled_at'],
    sort: ({ when }) => defaultSort(when),
  })
}

interface Props<Row> {
  list: ListState
  query: UseQueryResult<ListPage<Row>>
  counts: TabCounts | undefined
  nothing: ReactNode
  anchor?: string
  pagesLabel?: string
  /** Whether the page shows only this list. */
  isWholePage?: boolean
  children: (consultation: Row) => ReactNode
}

const sorts = [
  { by: 'scheduled_at', descending: false, label: 'Earliest first' },
  { by: 'scheduled_at', descending: true, label: 'Latest first' },
]

/** Renders the section "Your Consultations" for facilities and consultants. */
export function ConsultationsCard<Row extends { id: string }>(props: Props<Row>) {
  const { list, query, counts, nothing, anchor, pagesLabel, isWholePage = false, children } = props
  return (
    <Section
      title="Your Consultations"
      {...(anchor ? { anchor } : {})}
      isFlush
      isWholePage={isWholePage}
    >
      <TabsFilter
        list={list}
        name="when"
        label="Consultations by status"
        tabs={tabsWithCounts(consultationTabs, counts)}
      />
      <FilterBar
        list={list}
        found={{ total: query.data?.total, one: 'consultation' }}
        sorts={sorts}
        isHeadless
      />
      <Paged
        query={query}
        list={list}
        size={consultationsPageSize}
        loading="Loading your consultations..."
        failed="Failed to load your consultations."
        nothing={nothing}
        noMatch="No consultations found."
        {...(pagesLabel ? { pagesLabel } : {})}
      >
        {({ rows, view }) => (
          <RowList label="Consultations" rows={rows} keyOf={({ id }) => id} view={view}>
            {children}
          </RowList>
        )}
      </Paged>
    </Section>
  )
}
