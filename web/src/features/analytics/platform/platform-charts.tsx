import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { lazySection } from '../../../ui/lazy-section.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { WhenSeen } from '../../../ui/when-seen.tsx'
import { nameOf } from './chart-labels.ts'
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
  const { data: live } = useQuery(liveFigures)
  const [params] = useSearchParams()
  const days = live ? daysIn(params, live.today) : undefined
  const shown = days && 'from' in days ? days : undefined
  return (
    <Section
      title={shown ? nameOf(shown) : 'Figures by day'}
      actions={<RangeChoice shown={shown} />}
    >
      {days && 'wrong' in days ? <Notice tone="amber">{days.wrong}</Notice> : null}
      {shown ? <Charts days={shown} /> : null}
    </Section>
  )
}

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
