import { Skeleton } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount, formatMoney } from '#lib/format.ts'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { describeChangeOfSum, describePeriodBefore } from './comparison.ts'
import { type ComparedFigures, type DailyFigures, dailyFigures } from './daily-figures.queries.ts'
import { dayCount, dayLabels, type Days } from './day-range.ts'
import styles from './platform-charts.module.css'

/** Shows the new jobs, bids and consultations of each day. */
export function DayOverDayChart({ days }: { days: Days }) {
  return (
    <ChartLoaded query={useQuery(dailyFigures(days))} what="jobs, bids and consultations">
      {(figures) => (
        <LineChart
          title="Day-over-Day Metrics"
          labels={dayLabels(figures.now)}
          labelHead="Day"
          summary={[
            describeChangeOfSum(
              figures,
              postedJobsIn,
              (count) => `${formatCount(count, 'job')} posted`,
            ),
            describeChangeOfSum(figures, bidsIn, (count) => `${formatCount(count, 'bid')} placed`),
            describeChangeOfSum(
              figures,
              consultationsIn,
              (count) => `${formatCount(count, 'consultation')} booked`,
            ),
          ]}
          beforeName={describePeriodBefore(dayCount(days))}
          series={[
            makeSeries('Posted jobs', figures, postedJobsIn),
            makeSeries('Bids', figures, bidsIn),
            makeSeries('Booked consultations', figures, consultationsIn),
          ]}
          format={(count) => formatCount(count)}
          upTo={4}
        />
      )}
    </ChartLoaded>
  )
}

export function RevenueChart({ days }: { days: Days }) {
  return (
    <ChartLoaded query={useQuery(dailyFigures(days))} what="revenue">
      {(figures) => (
        <LineChart
          title="Revenue Trends"
          labels={dayLabels(figures.now)}
          labelHead="Day"
          summary={[
            describeChangeOfSum(figures, revenueIn, (amount) => `${formatMoney(amount)} paid`),
          ]}
          beforeName={describePeriodBefore(dayCount(days))}
          series={[makeSeries('Paid', figures, revenueIn)]}
          format={formatMoney}
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
        <LineChart
          title="User Growth"
          labels={dayLabels(figures.now)}
          labelHead="Day"
          summary={[
            describeChangeOfSum(figures, usersIn, (count) => formatCount(count, 'new user')),
          ]}
          beforeName={describePeriodBefore(dayCount(days))}
          series={[makeSeries('New users', figures, usersIn)]}
          format={(count) => formatCount(count)}
          upTo={4}
        />
      )}
    </ChartLoaded>
  )
}

const postedJobsIn = (day: DailyFigures) => day.posted_jobs
const bidsIn = (day: DailyFigures) => day.bids
const consultationsIn = (day: DailyFigures) => day.consultations
const usersIn = (day: DailyFigures) => day.users
const revenueIn = (day: DailyFigures) => day.revenue

function makeSeries(
  name: string,
  { now, before }: ComparedFigures,
  valueIn: (day: DailyFigures) => number,
) {
  return { name, values: now.map(valueIn), before: before.map(valueIn) }
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
