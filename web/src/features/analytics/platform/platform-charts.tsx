import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { lazySection } from '#ui/lazy-section.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { WhenSeen } from '#ui/when-seen.tsx'
import { nameOf } from './chart-labels.ts'
import { ChartSkeletons, loadingCharts } from './charts-coming.tsx'
import { DayOverDayChart } from './charts/day-over-day-chart.tsx'
import { GrowthChart } from './charts/growth-chart.tsx'
import { RevenueChart } from './charts/revenue-chart.tsx'
import { type Days, daysIn } from './day-range.ts'
import { liveFigures } from './live-figures.ts'
import styles from './platform.module.css'
import { RangeChoice } from './range-choice.tsx'

// The only ring; what draws it comes with it.
const CategoriesChart = lazySection(() => import('./charts/categories-chart.tsx'))

/** How the market does over the days that the address asks for. */
export default function PlatformCharts() {
  const live = useQuery(liveFigures)
  const [params] = useSearchParams()
  const days = live.data ? daysIn(params, live.data.today) : undefined
  const shown = days && 'from' in days ? days : undefined
  return (
    <Section
      title={shown ? nameOf(shown) : 'Figures by day'}
      actions={<RangeChoice shown={shown} />}
    >
      {/* Which days they are of is known with today; a later look that fails leaves them as they are. */}
      {days ? null : (
        <Loaded
          query={live}
          loading={loadingCharts}
          failed="Failed to load the charts."
          skeleton={<ChartSkeletons />}
        >
          {nothingYet}
        </Loaded>
      )}
      {days && 'wrong' in days ? <Notice tone="amber">{days.wrong}</Notice> : null}
      {shown ? <Charts days={shown} /> : null}
    </Section>
  )
}

const nothingYet = () => null

const coming = <Skeleton className={styles.coming} />

function Charts({ days }: { days: Days }) {
  return (
    <div className={styles.charts}>
      <DayOverDayChart days={days} />
      <RevenueChart days={days} />
      <GrowthChart days={days} />
      <WhenSeen before={coming}>
        <Suspense fallback={coming}>
          <CategoriesChart />
        </Suspense>
      </WhenSeen>
    </div>
  )
}
