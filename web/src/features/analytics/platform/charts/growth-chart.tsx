import { useQuery } from '@tanstack/react-query'
import { counted } from '#lib/format/counted.ts'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { labelsOf } from '../chart-labels.ts'
import { periodBefore } from '../comparison.ts'
import { newUsers } from '../daily-figures.ts'
import { type Days, lengthOf } from '../day-range.ts'
import { ChartLoaded } from './chart-loaded.tsx'
import { countedSum } from './sums.ts'

export function GrowthChart({ days }: { days: Days }) {
  return (
    <ChartLoaded query={useQuery(newUsers(days))} what="new users">
      {(users) => (
        <LineChart
          title="User Growth"
          labels={labelsOf(users.now)}
          labelHead="Day"
          summary={[countedSum(users, ({ count }) => count, 'new user')]}
          beforeName={periodBefore(lengthOf(days))}
          series={[
            {
              name: 'New users',
              values: users.now.map(({ count }) => count),
              before: users.before.map(({ count }) => count),
            },
          ]}
          format={(count) => counted(count)}
          upTo={4}
        />
      )}
    </ChartLoaded>
  )
}
