import { NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { withChanges } from '#lib/lists/list-state.ts'
import { lazySection } from '#ui/lazy.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section, WhenSeen } from '#ui/page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { DayOverDayChart, GrowthChart, RevenueChart } from './daily-charts.tsx'
import { dayRanges, type Days, formatDays, parseDays, parseRangeName } from './day-range.ts'
import { ChartSkeletons, loadingCharts } from './platform-charts-skeleton.tsx'
import styles from './platform-charts.module.css'
import { liveFigures } from './platform.queries.ts'

const JobCategoriesChart = lazySection(() => import('./job-categories-chart.tsx'))

/** Shows the charts of the admin dashboard for the days in the URL. */
export default function PlatformCharts() {
  const live = useQuery(liveFigures)
  const [params] = useSearchParams()
  const days = live.data ? parseDays(params, live.data.today) : undefined
  const shown = days && 'from' in days ? days : undefined
  return (
    <Section
      title={shown ? formatDays(shown) : 'Stats by day'}
      actions={<DayRangePicker shown={shown} />}
    >
      {/* The charts wait for the server's date, but stay if a refresh of the date fails. */}
      {days ? null : (
        <Loaded
          query={live}
          loading={loadingCharts}
          failed="Failed to load the charts."
          skeleton={<ChartSkeletons />}
        >
          {renderNothing}
        </Loaded>
      )}
      {days && 'problem' in days ? <Notice tone="amber">{days.problem}</Notice> : null}
      {shown ? <Charts days={shown} /> : null}
    </Section>
  )
}

const renderNothing = () => null

const chartSkeleton = <Skeleton className={styles.coming} />

function Charts({ days }: { days: Days }) {
  return (
    <div className={styles.charts}>
      <DayOverDayChart days={days} />
      <RevenueChart days={days} />
      <GrowthChart days={days} />
      <WhenSeen before={chartSkeleton}>
        <Suspense fallback={chartSkeleton}>
          <JobCategoriesChart days={days} />
        </Suspense>
      </WhenSeen>
    </div>
  )
}

interface DayRangePickerProps {
  /** The days in the charts, with which the date fields of a custom range start. */
  shown: Days | undefined
}

/** Lets the admin choose the days, which the URL stores. */
function DayRangePicker({ shown }: DayRangePickerProps) {
  const [params, setParams] = useSearchParams()
  const name = parseRangeName(params.get('range'))
  const change = (values: Record<string, string>, addsHistory: boolean) =>
    // Read the parameters from the window, because `params` may be older than the current URL.
    setParams(withChanges(new URLSearchParams(window.location.search), values, ''), {
      preventScrollReset: true,
      replace: !addsHistory,
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
              label={end === 'from' ? 'Start date' : 'End date'}
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

/** Renders a date field. While the user types a year, values such as year 0002 are not applied. */
function DayInput({ label, value, onChoose }: DayInputProps) {
  // The typed day, which the URL contains only after the day is applied.
  const [typed, setTyped] = useState<string>()
  const apply = (day: string) => {
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
        if (day >= '1000') apply(day)
      }}
      onBlur={() => {
        apply(typed ?? value)
        setTyped(undefined)
      }}
    />
  )
}
