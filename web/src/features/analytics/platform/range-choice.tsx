import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { changed } from '#lib/list-address.ts'
import { dayRanges, type Days, rangeNameIn } from './day-range.ts'
import styles from './platform.module.css'

interface Props {
  /** The days that are shown; whoever wants others begins with these. */
  shown: Days | undefined
}

/** The days that the charts show, kept in the address. */
export function RangeChoice({ shown }: Props) {
  const [params, setParams] = useSearchParams()
  const name = rangeNameIn(params.get('range'))
  const change = (values: Record<string, string>, isStep: boolean) =>
    // Not from what was last shown: another change may be on its way.
    setParams(changed(new URLSearchParams(window.location.search), values, ''), {
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
