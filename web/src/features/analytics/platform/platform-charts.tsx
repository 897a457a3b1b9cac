import { NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { WhenSeen, lazySection } from '#ui/lazy.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/page.tsx'
import { dayRanges, daysIn, formatDays, rangeNameIn, type Days } from './day-range.ts'
import { ChartSkeletons, loadingCharts } from './platform-charts-skeleton.tsx'
import { DayOverDayChart, GrowthChart, RevenueChart } from './daily-charts.tsx'
import { liveFigures } from './platform.queries.ts'
import styles from './platform-charts.module.css'
import { withChanges } from '#lib/lists/list-state.ts'

// The only ring; what draws it comes with it.
const CategoriesChart = lazySection(() => import('./job-categories-chart.tsx'))

/** How the market does over the days that the address asks for. */
export default function PlatformCharts() {
  const live = useQuery(liveFigures)
  const [params] = useSearchParams()
  const days = live.data ? daysIn(params, live.data.today) : undefined
  const shown = days && 'from' in days ? days : undefined
  return (
    <Section
      title={shown ? formatDays(shown) : 'Figures by day'}
      actions={<DayRangePicker shown={shown} />}
    >
      {/* Which days they are of is known with today; a later look that fails leaves them as they are. */}
      {days ? null : (
        <Loaded
          query={live}
          loading={loadingCharts}
          failed="Failed to load the charts."
          skeleton={<ChartSkeletons />}
        >
          {nothingYet}
        </Loaded>
      )}
      {days && 'wrong' in days ? <Notice tone="amber">{days.wrong}</Notice> : null}
      {shown ? <Charts days={shown} /> : null}
    </Section>
  )
}

const nothingYet = () => null

const coming = <Skeleton className={styles.coming} />

function Charts({ days }: { days: Days }) {
  return (
    <div className={styles.charts}>
      <DayOverDayChart days={days} />
      <RevenueChart days={days} />
      <GrowthChart days={days} />
      <WhenSeen before={coming}>
        <Suspense fallback={coming}>
          <CategoriesChart />
        </Suspense>
      </WhenSeen>
    </div>
  )
}

interface RangeChoiceProps {
  /** The days that are shown; whoever wants others begins with these. */
  shown: Days | undefined
}

/** The days that the charts show, kept in the address. */
export function DayRangePicker({ shown }: RangeChoiceProps) {
  const [params, setParams] = useSearchParams()
  const name = rangeNameIn(params.get('range'))
  const change = (values: Record<string, string>, isStep: boolean) =>
    // Not from what was last shown: another change may be on its way.
    setParams(withChanges(new URLSearchParams(window.location.search), values, ''), {
      preventScrollReset: true,
      replace: !isStep,
    })
  const choose = (range: string) => {
    const isCustom = range === 'custom'
    const { from = '', to = '' } = isCustom && shown ? shown : {}
    change({ range: range === '7days' ? '' : range, from, to }, true)
  }
  return (
    <div className={styles.range}>
      <NativeSelect
        aria-label="Time range"
        size="sm"
        value={name}
        data={dayRanges.map(({ value, label }) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      {name === 'custom'
        ? (['from', 'to'] as const).map((end) => (
            <DayInput
              key={end}
              label={end === 'from' ? 'First day' : 'Last day'}
              value={params.get(end) ?? ''}
              onChoose={(day) => change({ [end]: day }, false)}
            />
          ))
        : null}
    </div>
  )
}

interface DayInputProps {
  label: string
  value: string
  onChoose: (day: string) => void
}

/** While a year is being typed, it is one of long ago: that counts only when the field is left. */
function DayInput({ label, value, onChoose }: DayInputProps) {
  // Until the field is left it shows what is typed: the address comes behind.
  const [typed, setTyped] = useState<string>()
  const take = (day: string) => {
    if (day !== value) onChoose(day)
  }
  return (
    <TextInput
      type="date"
      size="sm"
      aria-label={label}
      value={typed ?? value}
      onChange={({ currentTarget: { value: day } }) => {
        setTyped(day)
        if (day >= '1000') take(day)
      }}
      onBlur={() => {
        take(typed ?? value)
        setTyped(undefined)
      }}
    />
  )
}
