import { Skeleton } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount, formatMoney } from '#lib/format.ts'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { Loaded } from '#ui/query-states.tsx'
import {
  describeChange,
  describeChangeOfCount,
  describePeriodBefore,
  sumAmounts,
} from './comparison.ts'
import { bookedConsultations, newUsers, postedJobs, revenue } from './daily-figures.queries.ts'
import { dayCount, dayLabels, type Days } from './day-range.ts'
import styles from './platform-charts.module.css'

/** Shows the new jobs, bids and consultations of each day. */
export function DayOverDayChart({ days }: { days: Days }) {
  const jobs = useQuery(postedJobs(days))
  const consultations = useQuery(bookedConsultations(days))
  return (
    <ChartLoaded query={jobs} what="jobs and bids">
      {(jobsAndBids) => (
        <ChartLoaded query={consultations} what="consultations">
          {(booked) => (
            <LineChart
              title="Day-over-Day Metrics"
              labels={dayLabels(jobsAndBids.now)}
              labelHead="Day"
              summary={[
                describeChangeOfCount(
                  jobsAndBids,
                  ({ posted_jobs: count }) => count,
                  (count) => `${formatCount(count, 'job')} posted`,
                ),
                describeChangeOfCount(
                  jobsAndBids,
                  ({ bids }) => bids,
                  (count) => `${formatCount(count, 'bid')} placed`,
                ),
                describeChangeOfCount(
                  booked,
                  ({ count }) => count,
                  (count) => `${formatCount(count, 'consultation')} booked`,
                ),
              ]}
              beforeName={describePeriodBefore(dayCount(days))}
              series={[
                {
                  name: 'Posted jobs',
                  values: jobsAndBids.now.map(({ posted_jobs: count }) => count),
                  before: jobsAndBids.before.map(({ posted_jobs: count }) => count),
                },
                {
                  name: 'Bids',
                  values: jobsAndBids.now.map(({ bids }) => bids),
                  before: jobsAndBids.before.map(({ bids }) => bids),
                },
                {
                  name: 'Booked consultations',
                  values: booked.now.map(({ count }) => count),
                  before: booked.before.map(({ count }) => count),
                },
              ]}
              format={(count) => formatCount(count)}
              upTo={4}
            />
          )}
        </ChartLoaded>
      )}
    </ChartLoaded>
  )
}

export function RevenueChart({ days }: { days: Days }) {
  return (
    <ChartLoaded query={useQuery(revenue(days))} what="revenue">
      {({ now, before }) => {
        const paid = now.map(({ amount }) => amount)
        const paidBefore = before.map(({ amount }) => amount)
        const change = describeChange({
          now: sumAmounts(paid),
          before: sumAmounts(paidBefore),
          length: paid.length,
          describe: (amount) => `${formatMoney(amount)} paid`,
        })
        return (
          <LineChart
            title="Revenue Trends"
            labels={dayLabels(now)}
            labelHead="Day"
            summary={[`${change}.`]}
            beforeName={describePeriodBefore(dayCount(days))}
            series={[{ name: 'Paid', values: paid, before: paidBefore }]}
            format={formatMoney}
            upTo={100}
          />
        )
      }}
    </ChartLoaded>
  )
}

export function GrowthChart({ days }: { days: Days }) {
  return (
    <ChartLoaded query={useQuery(newUsers(days))} what="new users">
      {(users) => (
        <LineChart
          title="User Growth"
          labels={dayLabels(users.now)}
          labelHead="Day"
          summary={[
            describeChangeOfCount(
              users,
              ({ count }) => count,
              (count) => formatCount(count, 'new user'),
            ),
          ]}
          beforeName={describePeriodBefore(dayCount(days))}
          series={[
            {
              name: 'New users',
              values: users.now.map(({ count }) => count),
              before: users.before.map(({ count }) => count),
            },
          ]}
          format={(count) => formatCount(count)}
          upTo={4}
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
