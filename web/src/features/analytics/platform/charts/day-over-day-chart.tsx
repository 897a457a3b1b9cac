import { useQuery } from '@tanstack/react-query'
import { counted } from '#lib/format/counted.ts'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { labelsOf } from '../chart-labels.ts'
import { periodBefore } from '../comparison.ts'
import { bookedConsultations, postedJobs } from '../daily-figures.ts'
import { type Days, lengthOf } from '../day-range.ts'
import { ChartLoaded } from './chart-loaded.tsx'
import { countedSum } from './sums.ts'

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
              labels={labelsOf(made.now)}
              labelHead="Day"
              summary={[
                countedSum(made, ({ posted_jobs: count }) => count, 'posted job'),
                countedSum(made, ({ bids }) => bids, 'bid'),
                countedSum(booked, ({ count }) => count, 'booked consultation'),
              ]}
              beforeName={periodBefore(lengthOf(days))}
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
              format={(count) => counted(count)}
              upTo={4}
            />
          )}
        </ChartLoaded>
      )}
    </ChartLoaded>
  )
}
