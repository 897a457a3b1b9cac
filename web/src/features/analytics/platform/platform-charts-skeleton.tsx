import { Skeleton } from '@mantine/core'
import { Section } from '#ui/page.tsx'
import { Loading } from '#ui/query-states.tsx'
import styles from './platform-charts.module.css'

export const loadingCharts = 'Loading the charts...'

/** Renders a skeleton with the height of the charts, so that the content below does not move. */
export function PlatformChartsSkeleton() {
  return (
    <Section title="Stats by day">
      <Loading text={loadingCharts}>
        <ChartSkeletons />
      </Loading>
    </Section>
  )
}

export function ChartSkeletons() {
  return (
    <div className={styles.charts}>
      {['days', 'revenue', 'growth', 'categories'].map((name) => (
        <Skeleton key={name} className={styles.coming} />
      ))}
    </div>
  )
}
