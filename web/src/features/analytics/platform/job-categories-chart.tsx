import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#lib/format.ts'
import { PieChart } from '#ui/charts/pie-chart.tsx'
import { ChartLoaded } from './daily-charts.tsx'
import type { Days } from './day-range.ts'
import { jobCategories } from './platform.queries.ts'

interface Props {
  days: Days
}

/** Shows how many jobs of each category were posted on the chosen days, without deleted jobs. */
export default function JobCategoriesChart({ days }: Props) {
  return (
    <ChartLoaded query={useQuery(jobCategories(days))} what="job categories">
      {(categories) => (
        <PieChart
          title="Job Categories"
          heads={['Category', 'Jobs']}
          slices={categories
            .map(({ category, count }) => ({ name: category, value: count }))
            .toSorted((a, b) => b.value - a.value)}
          format={(count) => formatCount(count, 'job')}
        />
      )}
    </ChartLoaded>
  )
}
