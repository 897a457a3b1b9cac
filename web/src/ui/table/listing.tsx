import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { CsvFile } from '#lib/csv/csv-file.ts'
import type { ListPage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { Section } from '../page.tsx'
import { ExportButton, ExportResult, useExport } from './csv-export.tsx'
import { FilterBar } from './filter-bar.tsx'
import styles from './listing.module.css'
import { Paged } from './paged.tsx'

type Filters = ComponentProps<typeof FilterBar>

interface Props<Row> extends Pick<Filters, 'search' | 'choices' | 'led' | 'sorts' | 'isHeadless'> {
  /** "Users" */
  label: string
  /** Shows the label as a title, for pages with other content. */
  isTitled?: boolean
  query: UseQueryResult<ListPage<Row>>
  list: ListState
  size: number
  /** The noun for the count: "1 person", "2 people". */
  found: Omit<Filters['found'], 'total' | 'hasMore'>
  /** "Loading ..." */
  loading: string
  /** "Failed to load users." */
  failed: string
  /** Shown if there are no rows at all: `NothingYet`. */
  nothing: ReactNode
  /** Shown if the filters match nothing: "No jobs found." */
  noMatch: string
  /** The list as a CSV file. */
  file: CsvFile
  /** A `DataTable` or a `RowList`. */
  children: (page: ListPage<Row>) => ReactNode
}

/** A list that fills a page, with search, filters, order, paging and export. */
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
