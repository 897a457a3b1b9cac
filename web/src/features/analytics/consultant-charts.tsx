import { NativeSelect } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { dataOf } from '#lib/errors.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { supabase } from '#lib/supabase.ts'
import { LineChart } from '#ui/charts/time-chart.tsx'
import { Section } from '#ui/page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { ChartsSkeleton } from './consultant-charts-skeleton.tsx'
import styles from './consultant-charts.module.css'
import { monthRanges, monthsOf, parseMonthRange } from './month-range.ts'

interface Props {
  userId: string
  /** Today's date in the consultant's time zone, such as "2026-11-20". */
  today: string
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const monthAndYear = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

export default function ConsultantCharts({ userId, today }: Props) {
  const [params, setParams] = useSearchParams()
  const range = parseMonthRange(params.get('months'))
  const months = monthsOf(range, today)
  const choose = (value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set('months', value)
        else after.delete('months')
        return after
      },
      { preventScrollReset: true },
    )
  return (
    <Section
      title={`${formatMonth(months.from)} to ${formatMonth(months.to)}`}
      actions={
        <NativeSelect
          aria-label="Months"
          size="sm"
          value={range}
          data={[...monthRanges]}
          onChange={({ currentTarget: { value } }) => choose(value)}
        />
      }
    >
      <Loaded
        query={useQuery(consultantMonths(userId, months))}
        loading="Loading your charts..."
        failed="Failed to load your charts."
        skeleton={<ChartsSkeleton />}
      >
        {(rows) => {
          const axisProps = {
            labels: rows.map(({ month }) => monthName.format(new Date(month))),
            labelHead: 'Month',
          }
          return (
            <div className={styles.charts}>
              <LineChart
                isAlwaysDrawn
                {...axisProps}
                title="Monthly earnings"
                series={[{ name: 'Earnings', values: rows.map(({ earnings }) => earnings) }]}
                format={formatMoney}
                upTo={100}
              />
              <LineChart
                isAlwaysDrawn
                {...axisProps}
                title="Monthly consultations"
                series={[{ name: 'Consultations', values: rows.map((row) => row.consultations) }]}
                format={(count) => formatCount(count)}
                upTo={4}
              />
              <LineChart
                isAlwaysDrawn
                {...axisProps}
                title="Average monthly ratings"
                series={[{ name: 'Rating', values: rows.map((row) => row.average_rating) }]}
                format={(rating) => rating.toFixed(1)}
                upTo={5}
              />
            </div>
          )
        }}
      </Loaded>
    </Section>
  )
}

function formatMonth(day: string) {
  return monthAndYear.format(new Date(day))
}

interface Months {
  from: string
  to: string
}

const monthRows = z.array(
  z.object({
    month: z.string(),
    earnings: z.number(),
    consultations: z.number(),
    // The rating is null if there are no reviews.
    average_rating: z.nullable(z.number()),
  }),
)

const consultantMonths = (userId: string, { from, to }: Months) =>
  queryOptions({
    queryKey: ['analytics', 'consultant-months', userId, from, to],
    queryFn: () => readMonths({ from, to }),
    placeholderData: keepPreviousData,
  })

async function readMonths({ from, to }: Months) {
  const client = await supabase()
  const call = client.rpc('consultant_months', { start_date: from, end_date: to })
  return monthRows.parse(dataOf(await call))
}
