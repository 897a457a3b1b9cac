import { formatMoney } from '#lib/format.ts'
import { BarChart, LineChart } from '#ui/charts/time-chart.tsx'
import { PieChart } from '#ui/charts/pie-chart.tsx'
import { Section } from '#ui/page.tsx'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const formatCount = (value: number) => value.toLocaleString('en-US')

const activity = {
  title: 'Jobs and bids',
  labelHead: 'Month',
  labels: months,
  format: formatCount,
  series: [
    { name: 'Posted jobs', values: [4, 6, 5, 9, 12, 8, 7, 3, 6, 9, 11, 13] },
    { name: 'Bids', values: [9, 14, 12, 20, 31, 22, 18, 9, 15, 21, 26, 33] },
    { name: 'Booked consultations', values: [0, 0, 1, 2, 2, 1, 0, 0, 3, 4, 2, 5] },
  ],
}

const ratings = {
  title: 'Average rating, with months nobody rated',
  labelHead: 'Month',
  labels: months,
  format: (value: number) => value.toFixed(1),
  upTo: 5,
  series: [{ name: 'Rating', values: [null, 4, 4.5, null, 3, null, null, 5, 4.8, 4.7, null, 4.9] }],
}

const emptyEarnings = {
  title: 'Earnings of somebody new',
  labelHead: 'Month',
  labels: months.slice(0, 5),
  format: formatMoney,
  upTo: 100,
  series: [{ name: 'Earnings', values: [0, 0, 0, 0, 0] }],
}

const categories = [
  { name: 'Plumbing', value: 31 },
  { name: 'HVAC', value: 24 },
  { name: 'Electrical', value: 18 },
  { name: 'Roofing', value: 9 },
  { name: 'Grounds', value: 4 },
  { name: 'General', value: 2 },
  { name: 'Other', value: 1 },
]

const heads = ['Category', 'Jobs'] as const

export function Charts() {
  return (
    <>
      <Section title="Charts over time">
        <BarChart {...activity} series={activity.series.slice(0, 1)} />
        <LineChart {...activity} />
        <LineChart {...ratings} />
        <LineChart {...emptyEarnings} />
      </Section>
      <Section title="Pie charts">
        <PieChart title="Job categories" heads={heads} slices={categories} format={formatCount} />
        <PieChart title="No jobs yet" heads={heads} slices={[]} format={formatCount} />
      </Section>
    </>
  )
}
