import { useQuery } from '@tanstack/react-query'
import { money } from '#lib/format/money.ts'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { labelsOf } from '../chart-labels.ts'
import { comparison, periodBefore } from '../comparison.ts'
import { revenue } from '../daily-figures.ts'
import { type Days, lengthOf } from '../day-range.ts'
import { ChartLoaded } from './chart-loaded.tsx'
import { sum } from './sums.ts'

export function RevenueChart({ days }: { days: Days }) {
  return (
    <ChartLoaded query={useQuery(revenue(days))} what="revenue">
      {({ now, before }) => {
        const paid = now.map(({ amount }) => amount)
        const paidBefore = before.map(({ amount }) => amount)
        const words = comparison({
          now: sum(paid),
          before: sum(paidBefore),
          length: paid.length,
          say: (amount) => `${money(amount)} paid`,
          format: money,
          less: 'less',
        })
        return (
          <LineChart
            title="Revenue Trends"
            labels={labelsOf(now)}
            labelHead="Day"
            summary={[`${words}.`]}
            beforeName={periodBefore(lengthOf(days))}
            series={[{ name: 'Paid', values: paid, before: paidBefore }]}
            format={money}
            upTo={100}
          />
        )
      }}
    </ChartLoaded>
  )
}
