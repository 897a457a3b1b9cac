import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#lib/format.ts'
import { PieChart } from '#ui/charts/pie-chart.tsx'
import { ChartLoaded } from './daily-charts.tsx'
import { jobCategories } from './platform.queries.ts'

/** Shows how many jobs each category has, without deleted jobs. The chosen range of days does not apply. */
export default function JobCategoriesChart() {
  return (
    <ChartLoaded query={useQuery(jobCategories)} what="job categories">
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
