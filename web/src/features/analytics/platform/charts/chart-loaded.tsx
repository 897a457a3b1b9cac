import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '#ui/loaded.tsx'
import styles from '../platform.module.css'

interface Props<Data> {
  query: UseQueryResult<Data>
  /** "revenue" */
  what: string
  children: (data: Data) => ReactNode
}

/** A chart once its figures are there; in its place stands why they are not. */
export function ChartLoaded<Data>({ query, what, children }: Props<Data>) {
  return (
    <div className={styles.chart}>
      <Loaded
        query={query}
        loading={`Loading ${what}...`}
        failed={`Failed to load ${what}.`}
        skeleton={<Skeleton className={styles.coming} />}
      >
        {children}
      </Loaded>
    </div>
  )
}
