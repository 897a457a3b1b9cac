import { Skeleton } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { formatCount, formatMoney, formatShortMoney } from '#lib/format.ts'
import { BarChart, LineChart } from '#ui/charts/time-chart.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { describeChangeOfSum, describePeriodBefore } from './comparison.ts'
import { type ComparedFigures, type DailyFigures, dailyFigures } from './daily-figures.queries.ts'
import { dayCount, dayLabels, type Days } from './day-range.ts'
import styles from './platform-charts.module.css'
import { toShownFigures } from './weeks.ts'

/** A figure of each day, and the sentence that compares its sum with the period before. */
interface DailyLine {
  name: string
  valueIn: (day: DailyFigures) => number
  describe: (sum: number) => string
}

const formatNumber = (count: number) => formatCount(count)

const activity: readonly DailyLine[] = [
  {
    name: 'Posted jobs',
    valueIn: (day) => day.posted_jobs,
    describe: (count) => `${formatCount(count, 'job')} posted`,
  },
  {
    name: 'Bids',
    valueIn: (day) => day.bids,
    describe: (count) => `${formatCount(count, 'bid')} placed`,
  },
  {
    name: 'Booked consultations',
    valueIn: (day) => day.consultations,
    describe: (count) => `${formatCount(count, 'consultation')} booked`,
  },
]

const revenue: DailyLine = {
  name: 'Paid',
  valueIn: (day) => day.revenue,
  describe: (amount) => `${formatMoney(amount)} paid`,
}

const growth: DailyLine = {
  name: 'New users',
  valueIn: (day) => day.users,
  describe: (count) => formatCount(count, 'new user'),
}

/** Shows the new jobs, bids and consultations, each in a panel of its own. */
export function DayOverDayChart({ days }: { days: Days }) {
  const id = useId()
  return (
    <ChartLoaded query={useQuery(dailyFigures(days))} what="jobs, bids and consultations">
      {(figures) => (
        <figure className={styles.panels} aria-labelledby={id}>
          <figcaption id={id} className={styles.title}>
            Day-over-Day Metrics
          </figcaption>
          {activity.map((line) => (
            <BarChart
              key={line.name}
              {...toChartData({ figures, days, title: line.name, line })}
              format={formatNumber}
              height={112}
              upTo={2}
            />
          ))}
        </figure>
      )}
    </ChartLoaded>
  )
}

export function RevenueChart({ days }: { days: Days }) {
  return (
    <ChartLoaded query={useQuery(dailyFigures(days))} what="revenue">
      {(figures) => (
        <LineChart
          {...toChartData({ figures, days, title: 'Revenue Trends', line: revenue })}
          format={formatMoney}
          formatTick={formatShortMoney}
          upTo={100}
        />
      )}
    </ChartLoaded>
  )
}

export function GrowthChart({ days }: { days: Days }) {
  return (
    <ChartLoaded query={useQuery(dailyFigures(days))} what="new users">
      {(figures) => (
        <BarChart
          {...toChartData({ figures, days, title: 'User Growth', line: growth })}
          format={formatNumber}
          upTo={4}
        />
      )}
    </ChartLoaded>
  )
}

interface ChartOptions {
  figures: ComparedFigures
  days: Days
  title: string
  line: DailyLine
}

function toChartData({ figures, days, title, line: { name, valueIn, describe } }: ChartOptions) {
  const { now, before, isByWeek } = toShownFigures(figures)
  return {
    title,
    labels: dayLabels(now),
    labelHead: isByWeek ? 'Week of' : 'Day',
    summary: [describeChangeOfSum(figures, valueIn, describe)],
    beforeName: describePeriodBefore(dayCount(days)),
    series: [{ name, values: now.map(valueIn), before: before.map(valueIn) }],
  }
}

interface ChartLoadedProps<Data> {
  query: UseQueryResult<Data>
  /** The name of the figures in the loading and error texts, such as "revenue". */
  what: string
  children: (data: Data) => ReactNode
}

/** Shows a skeleton, the chart, or a message if loading fails. */
export function ChartLoaded<Data>({ query, what, children }: ChartLoadedProps<Data>) {
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
