import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { CsvFile } from '#lib/files/csv-file.ts'
import type { ListPage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { Section } from '../page.tsx'
import { ExportButton, ExportResult, useExport } from './csv-export.tsx'
import { FilterBar } from './filter-bar.tsx'
import styles from './listing.module.css'
import { Paged } from './paged.tsx'

type Filters = ComponentProps<typeof FilterBar>

interface Props<Row> extends Pick<
  Filters,
  'search' | 'choices' | 'linkFilter' | 'sorts' | 'isHeadless'
> {
  /** The label, such as "Users". */
  label: string
  /** Whether the label is shown as a title, for pages with other content. */
  isTitled?: boolean
  query: UseQueryResult<ListPage<Row>>
  list: ListState
  size: number
  /** The noun for the rows, such as "person" with the plural "people", and the limit of a search. */
  found: Omit<Filters['found'], 'total' | 'hasMore'>
  /** The text while loading, such as "Loading users..." */
  loading: string
  /** The text after a failure, such as "Failed to load users." */
  failed: string
  /** A `NothingYet`, which is shown if there are no rows at all. */
  nothing: ReactNode
  /** The text if the filters match nothing, such as "No jobs found." */
  noMatch: string
  file: CsvFile
  /** Renders a `DataTable` or a `RowList`. */
  children: (page: ListPage<Row>) => ReactNode
}

/** Shows a list with search, filters, order, paging and export. */
export function Listing<Row>(props: Props<Row>) {
  const { label, isTitled = false, query, list, size, found, file, ...rest } = props
  const { loading, failed, nothing, noMatch, children, ...filters } = rest
  const exporting = useExport(file)
  const { total, hasMore } = query.data ?? {}
  return (
    <Card label={label} isTitled={isTitled}>
      <FilterBar
        {...filters}
        list={list}
        found={{ ...found, total, hasMore }}
        tools={<ExportButton exporting={exporting} total={total} />}
      />
      <ExportResult exporting={exporting} />
      <Paged
        query={query}
        list={list}
        size={size}
        loading={loading}
        failed={failed}
        nothing={nothing}
        noMatch={noMatch}
        pagesLabel={`Pages of ${label.toLowerCase()}`}
      >
        {children}
      </Paged>
    </Card>
  )
}

interface CardProps {
  label: string
  isTitled: boolean
  children: ReactNode
}

function Card({ label, isTitled, children }: CardProps) {
  return isTitled ? (
    <Section title={label} isFlush>
      {children}
    </Section>
  ) : (
    <section className={styles.listing} aria-label={label}>
      {children}
    </section>
  )
}
