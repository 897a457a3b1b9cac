import { Skeleton } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount, formatMoney } from '#lib/format.ts'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { describeChangeOfSum, describePeriodBefore } from './comparison.ts'
import { type DailyFigures, dailyFigures } from './daily-figures.queries.ts'
import { dayCount, dayLabels, type Days } from './day-range.ts'
import styles from './platform-charts.module.css'

/** A line of a chart, and the sentence that compares its sum with the period before. */
interface DailyLine {
  name: string
  valueIn: (day: DailyFigures) => number
  describe: (sum: number) => string
}

interface DailyChartProps {
  days: Days
  title: string
  /** The name of the figures in the loading and error texts, such as "revenue". */
  what: string
  lines: readonly DailyLine[]
  format: (value: number) => string
  /** The axis reaches at least this value. */
  upTo: number
}

const formatNumber = (count: number) => formatCount(count)

/** Shows the new jobs, bids and consultations of each day. */
export function DayOverDayChart({ days }: { days: Days }) {
  return (
    <DailyChart
      days={days}
      title="Day-over-Day Metrics"
      what="jobs, bids and consultations"
      lines={[
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
      ]}
      format={formatNumber}
      upTo={4}
    />
  )
}

export function RevenueChart({ days }: { days: Days }) {
  const line: DailyLine = {
    name: 'Paid',
    valueIn: (day) => day.revenue,
    describe: (amount) => `${formatMoney(amount)} paid`,
  }
  return (
    <DailyChart
      days={days}
      title="Revenue Trends"
      what="revenue"
      lines={[line]}
      format={formatMoney}
      upTo={100}
    />
  )
}

export function GrowthChart({ days }: { days: Days }) {
  const line: DailyLine = {
    name: 'New users',
    valueIn: (day) => day.users,
    describe: (count) => formatCount(count, 'new user'),
  }
  return (
    <DailyChart
      days={days}
      title="User Growth"
      what="new users"
      lines={[line]}
      format={formatNumber}
      upTo={4}
    />
  )
}

function DailyChart({ days, title, what, lines, format, upTo }: DailyChartProps) {
  return (
    <ChartLoaded query={useQuery(dailyFigures(days))} what={what}>
      {(figures) => (
        <LineChart
          title={title}
          labels={dayLabels(figures.now)}
          labelHead="Day"
          summary={lines.map(({ valueIn, describe }) =>
            describeChangeOfSum(figures, valueIn, describe),
          )}
          beforeName={describePeriodBefore(dayCount(days))}
          series={lines.map(({ name, valueIn }) => ({
            name,
            values: figures.now.map(valueIn),
            before: figures.before.map(valueIn),
          }))}
          format={format}
          upTo={upTo}
        />
      )}
    </ChartLoaded>
  )
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
