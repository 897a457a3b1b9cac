import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, SlidersHorizontal, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { formatCount, formatCountOrMore } from '#lib/format.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { lazyPart } from '#ui/lazy.tsx'
import { SearchFilter } from '#ui/table/search-filter.tsx'
import { budgetRanges, unknownTown } from '../available-jobs.queries.ts'
import { dashboardCategories } from '../jobs.queries.ts'
import styles from './work-filters.module.css'

/** The choices of the distance filter. The URL uses the same values. */
export const distances = ['', '10', '25', '50', '65', '100', '200'].map((value) => ({
  value,
  label: value ? `Within ${value} mi` : 'Any distance',
}))

const FilterSheet = lazyPart(() => import('./filter-sheet.tsx'), PlainDialog)

interface Props {
  list: ListState
  found: { total: number; hasMore: boolean } | undefined
  /** Whether the town of the contractor is known, or undefined while it loads. */
  hasHome: boolean | undefined
}

/** Shows the search, the number of jobs and the filters. On a phone, a sheet has the filters. */
export function WorkFilters({ list, found, hasHome }: Props) {
  const [isOpen, setOpen] = useState(false)
  const count = found && (found.hasMore ? formatCountOrMore : formatCount)(found.total, 'job')
  const setCount = ['category', 'within', 'budget', 'town'].filter((name) => list.filters[name])
  const fields = <FilterFields list={list} hasHome={hasHome} />
  return (
    <search className={styles.bar} aria-label="Filter jobs">
      <div className={styles.head}>
        <p role="status" className={styles.count}>
          {count ?? ' '}
        </p>
        <SearchFilter list={list} name="search" label="Search jobs" hasShortcut />
        <Button
          className={styles.opener}
          variant="default"
          leftSection={<SlidersHorizontal size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {setCount.length > 0 ? `Filters (${setCount.length})` : 'Filters'}
        </Button>
      </div>
      <div className={styles.chips}>
        {fields}
        {list.isFiltered ? (
          <Button variant="subtle" size="compact-sm" onClick={list.clear}>
            Clear all
          </Button>
        ) : null}
      </div>
      {hasHome === false ? (
        <p className={styles.hint}>
          Add your town or ZIP code <Link to="/edit-profile">to your profile</Link> to see
          distances.
        </p>
      ) : null}
      <Suspense>
        {isOpen ? (
          <FilterSheet
            opened
            title="Filters"
            submit={count ? `Show ${count}` : 'Show jobs'}
            onClear={list.isFiltered ? list.clear : undefined}
            onClose={() => setOpen(false)}
          >
            {fields}
          </FilterSheet>
        ) : null}
      </Suspense>
    </search>
  )
}

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'budget', descending: true, label: 'Highest budget' },
  { by: 'budget', descending: false, label: 'Lowest budget' },
]
const nearest = { by: 'distance', descending: true, label: 'Nearest first' }
const bestMatch = { by: 'relevance', descending: true, label: 'Best match' }

function FilterFields({ list, hasHome = true }: Pick<Props, 'list' | 'hasHome'>) {
  const { data: names = [] } = useQuery(dashboardCategories)
  const { search, town } = list.filters
  const orders = [...(search ? [bestMatch] : []), ...sorts, ...(hasHome ? [nearest] : [])]
  const trades = names.map((name) => ({ value: name, label: name }))
  const valueOf = ({ by, descending }: ListState['sort']) => `${by} ${descending}`
  const sortBy = (value: string) => {
    const sort = orders.find((order) => valueOf(order) === value)
    if (sort) list.sortBy(sort.by, sort.descending)
  }
  return (
    <>
      <FilterSelect
        label="Trade"
        value={list.filters['category'] ?? ''}
        data={[{ value: '', label: 'Any trade' }, ...trades]}
        onChange={(value) => list.filter('category', value)}
      />
      {hasHome ? (
        <FilterSelect
          label="Distance"
          value={list.filters['within'] ?? ''}
          data={distances}
          onChange={(value) => list.filter('within', value)}
        />
      ) : null}
      <FilterSelect
        label="Budget"
        value={list.filters['budget'] ?? ''}
        data={budgetRanges}
        onChange={(value) => list.filter('budget', value)}
      />
      <FilterSelect
        label="Sort by"
        value={valueOf(list.sort)}
        data={orders.map((order) => ({ value: valueOf(order), label: order.label }))}
        isSet={false}
        onChange={sortBy}
      />
      {town ? (
        <button type="button" className={styles.town} onClick={() => list.filter('town', '')}>
          <bdi>{town === unknownTown ? 'Location unknown' : `In ${town}`}</bdi>
          <X size={14} aria-label="Remove" />
        </button>
      ) : null}
    </>
  )
}

interface FilterSelectProps {
  label: string
  value: string
  data: { value: string; label: string }[]
  isSet?: boolean
  onChange: (value: string) => void
}

function FilterSelect({ label, value, isSet = value !== '', data, onChange }: FilterSelectProps) {
  return (
    <NativeSelect
      className={styles.choice}
      data-set={isSet || undefined}
      size="sm"
      aria-label={label}
      rightSection={<ChevronDown size={14} aria-hidden />}
      value={value}
      data={data}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
