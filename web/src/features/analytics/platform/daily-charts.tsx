import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { formatCount, formatMoney } from '#lib/format.ts'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { dayLabels, lengthOf, type Days } from './day-range.ts'
import { describeChange, describeChangeOfCount, describePeriodBefore, sumAmounts } from './comparison.ts'
import { bookedConsultations, newUsers, postedJobs, revenue } from './daily-figures.queries.ts'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Loaded } from '#ui/query-states.tsx'
import styles from './platform-charts.module.css'

/** What was made on each day: jobs and bids come by one question, consultations by another. */
export function DayOverDayChart({ days }: { days: Days }) {
  const jobs = useQuery(postedJobs(days))
  const consultations = useQuery(bookedConsultations(days))
  return (
    <ChartLoaded query={jobs} what="jobs and bids">
      {(made) => (
        <ChartLoaded query={consultations} what="consultations">
          {(booked) => (
            <LineChart
              title="Day-over-Day Metrics"
              labels={dayLabels(made.now)}
              labelHead="Day"
              summary={[
                describeChangeOfCount(made, ({ posted_jobs: count }) => count, 'posted job'),
                describeChangeOfCount(made, ({ bids }) => bids, 'bid'),
                describeChangeOfCount(booked, ({ count }) => count, 'booked consultation'),
              ]}
              beforeName={describePeriodBefore(lengthOf(days))}
              series={[
                {
                  name: 'Posted jobs',
                  values: made.now.map(({ posted_jobs: count }) => count),
                  before: made.before.map(({ posted_jobs: count }) => count),
                },
                {
                  name: 'Bids',
                  values: made.now.map(({ bids }) => bids),
                  before: made.before.map(({ bids }) => bids),
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
        const words = describeChange({
          now: sumAmounts(paid),
          before: sumAmounts(paidBefore),
          length: paid.length,
          say: (amount) => `${formatMoney(amount)} paid`,
          format: formatMoney,
          less: 'less',
        })
        return (
          <LineChart
            title="Revenue Trends"
            labels={dayLabels(now)}
            labelHead="Day"
            summary={[`${words}.`]}
            beforeName={describePeriodBefore(lengthOf(days))}
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
          summary={[describeChangeOfCount(users, ({ count }) => count, 'new user')]}
          beforeName={describePeriodBefore(lengthOf(days))}
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
  /** "revenue" */
  what: string
  children: (data: Data) => ReactNode
}

/** A chart once its figures are there; in its place stands why they are not. */
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
