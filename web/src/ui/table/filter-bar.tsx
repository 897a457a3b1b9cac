import { Button, NativeSelect } from '@mantine/core'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { formatCount, formatCountOrMore } from '#lib/format.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import styles from './filters.module.css'
import { SearchFilter } from './search-filter.tsx'

export interface Choice {
  name: string
  label: string
  /** The first option has an empty value and does not filter. */
  options: { value: string; label: string }[]
}

export interface SortChoice {
  by: string
  descending: boolean
  /** The label, such as "Highest amount". */
  label: string
}

interface FoundCount {
  total: number | undefined
  /** Whether there are more rows than `total`. */
  hasMore?: boolean | undefined
  one: string
  many?: string
  /** The maximum number of rows that a search finds. */
  maxRows?: number | undefined
}

interface Props {
  list: ListState
  /** The number of rows and the noun for the rows. */
  found: FoundCount
  search?: { name: string; label: string }
  choices?: Choice[]
  /** The text of a filter, such as "Job: Reseal", that only links can set. */
  linkFilter?: { name: string; text: string }
  /** The orders to choose from on a phone, where cards have no column headers. */
  sorts?: SortChoice[]
  /** Whether the list has no column headers, so that wide screens need the choice of orders. */
  isHeadless?: boolean
  /** Buttons for all matching rows, such as an export. */
  tools?: ReactNode
}

const none: never[] = []

/** Renders the bar above a list: search, filters, active filters and the number of rows. */
export function FilterBar({ list, found, search, choices = none, linkFilter, ...order }: Props) {
  const { sorts = none, isHeadless = false, tools } = order
  return (
    <search className={styles.bar} aria-label={`Filter ${found.many ?? `${found.one}s`}`}>
      <div className={styles.fields}>
        {search ? <SearchFilter list={list} {...search} /> : null}
        {choices.map((choice) => (
          <ChoiceFilter key={choice.name} list={list} choice={choice} />
        ))}
        {sorts.length > 0 ? <SortSelect list={list} sorts={sorts} isHeadless={isHeadless} /> : null}
        {tools}
      </div>
      <ActiveFilters list={list} found={found} labels={filterLabels(search, choices, linkFilter)} />
    </search>
  )
}

function ChoiceFilter({ list, choice }: { list: ListState; choice: Choice }) {
  const { name, label, options } = choice
  return (
    <NativeSelect
      size="sm"
      aria-label={label}
      value={list.filters[name] ?? ''}
      data={options}
      onChange={({ currentTarget: { value } }) => list.filter(name, value)}
    />
  )
}

interface SortProps {
  list: ListState
  sorts: SortChoice[]
  isHeadless: boolean
}

function SortSelect({ list, sorts, isHeadless }: SortProps) {
  const valueOf = ({ by, descending }: { by: string; descending: boolean }) =>
    `${by} ${descending ? 'down' : 'up'}`
  const sortBy = (value: string) => {
    const sort = sorts.find((choice) => valueOf(choice) === value)
    if (sort) list.sortBy(sort.by, sort.descending)
  }
  return (
    <NativeSelect
      className={isHeadless ? undefined : styles.sorts}
      size="sm"
      aria-label="Sort by"
      value={valueOf(list.sort)}
      data={sorts.map((sort) => ({ value: valueOf(sort), label: sort.label }))}
      onChange={({ currentTarget: { value } }) => sortBy(value)}
    />
  )
}

type Labels = Record<string, (value: string) => string>

interface ActiveFiltersProps {
  list: ListState
  found: FoundCount
  labels: Labels
}

function ActiveFilters({ list, found, labels }: ActiveFiltersProps) {
  const count = useRef<HTMLParagraphElement>(null)
  const filters = Object.entries(list.filters).filter(([name, value]) => value && labels[name])
  // Moves the focus to the count before a change, because the pressed button disappears.
  const thenShow = (change: () => void) => {
    count.current?.focus()
    change()
  }
  return (
    <div className={styles.effect}>
      <p role="status" className={styles.count} ref={count} tabIndex={-1}>
        {countText(found)}
      </p>
      {filters.map(([name, value]) => (
        <button
          key={name}
          type="button"
          className={styles.chip}
          aria-label={`Remove ${labels[name]?.(value)}`}
          onClick={() => thenShow(() => list.filter(name, ''))}
        >
          <bdi className={styles.value}>{labels[name]?.(value)}</bdi>
          <X size={13} aria-hidden />
        </button>
      ))}
      {list.isFiltered ? (
        <Button variant="subtle" size="compact-sm" onClick={() => thenShow(list.clear)}>
          Clear all
        </Button>
      ) : null}
    </div>
  )
}

function countText({ total, hasMore = false, one, many, maxRows = Infinity }: FoundCount) {
  if (total === undefined) return ' '
  const count = (hasMore ? formatCountOrMore : formatCount)(total, one, many)
  return total < maxRows ? count : `The newest ${count}`
}

function filterLabels(
  search: Props['search'],
  choices: Choice[],
  linkFilter: Props['linkFilter'],
): Labels {
  const ofChoices = choices.map(({ name, label, options }) => {
    const wordFor = (value: string) => options.find((option) => option.value === value)?.label
    return [name, (value: string) => `${label}: ${wordFor(value) ?? value}`] as const
  })
  const ofSearch = search ? [[search.name, (value: string) => `“${value}”`] as const] : []
  const ofLink = linkFilter ? [[linkFilter.name, () => linkFilter.text] as const] : []
  return Object.fromEntries([...ofLink, ...ofSearch, ...ofChoices])
}
