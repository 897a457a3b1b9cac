import { Button } from '@mantine/core'
import { List, Map as MapIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useWide } from '#lib/browser-state.ts'
import { useListState } from '#lib/lists/list-state.ts'
import { lazySection } from '#ui/lazy.tsx'
import {
  type AvailableJob,
  budgetRanges,
  jobFiltersOf,
  unknownTown,
  useAvailableJobs,
} from '../available-jobs.queries.ts'
import styles from './find-work.module.css'
import { JobList } from './job-list.tsx'
import { rowId, type Selection } from './selection.ts'
import { type Town, useTowns } from './towns.queries.ts'
import { distances, WorkFilters } from './work-filters.tsx'

const JobMap = lazySection(() => import('./map/job-map.tsx'))

interface Props {
  onBid: (job: AvailableJob) => void
}

/** Shows the available jobs as a list and on a map. A pin and its rows are one selection. */
export function FindWork({ onBid }: Props) {
  const list = useFilters()
  const query = useAvailableJobs(list)
  const towns = useTowns(jobFiltersOf(list))
  const [pointed, setPointed] = useState<Selection>()
  const [chosen, setChosen] = useState<Selection>()
  const { isListShown, isMapShown, swap, listTown } = useView()
  const selection = pointed ?? chosen
  const choose = (town: Town) => {
    const shown = query.data?.rows.filter((job) => job.town === town.name) ?? []
    if (!isListShown || shown.length < town.jobs) {
      setChosen(undefined)
      listTown(town.name)
      return
    }
    setChosen({ towns: [town.name] })
    document.getElementById(rowId(shown[0]?.id ?? ''))?.scrollIntoView({ block: 'center' })
  }
  return (
    <div className={styles.work} data-split={(isListShown && isMapShown) || undefined}>
      {isListShown ? (
        <div className={styles.column}>
          <WorkFilters
            list={list}
            found={query.data}
            hasHome={towns.data?.some(({ miles }) => miles !== null)}
          />
          <JobList
            query={query}
            list={list}
            towns={towns.data}
            selection={selection}
            onPoint={setPointed}
            onBid={onBid}
          />
        </div>
      ) : null}
      {isMapShown ? (
        <div className={styles.map}>
          <Suspense>
            <JobMap
              query={towns}
              maxMiles={Number(list.filters['within'])}
              chosenTown={list.filters['town']}
              selection={selection}
              onPoint={setPointed}
              onChoose={choose}
              onUnplaced={() => listTown(unknownTown)}
            />
          </Suspense>
        </div>
      ) : null}
      <Button
        className={styles.swap}
        leftSection={
          isMapShown ? <List size={16} aria-hidden /> : <MapIcon size={16} aria-hidden />
        }
        onClick={swap}
      >
        {isMapShown ? swapLabels(isListShown).close : swapLabels(isListShown).open}
      </Button>
    </div>
  )
}

const swapLabels = (isSplit: boolean) => ({
  open: 'Show map',
  close: isSplit ? 'List only' : 'Show list',
})

function useFilters() {
  return useListState({
    filters: ['search', 'category', 'within', 'budget', 'town'],
    known: {
      budget: budgetRanges.map(({ value }) => value),
      within: distances.map(({ value }) => value),
    },
    sorts: ['created_at', 'budget', 'distance', 'relevance'],
    sort: ({ search }) => ({ by: search ? 'relevance' : 'created_at', descending: true }),
  })
}

/** The URL says whether the window shows only one of the two: the list is enough on a phone, both fit beside each other. */
function useView() {
  const isWide = useWide()
  const [params, setParams] = useSearchParams()
  const view = params.get('view')
  const isMapShown = isWide ? view !== 'list' : view === 'map'
  const change = (edit: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(window.location.search)
    edit(next)
    setParams(next, { preventScrollReset: true })
  }
  const swap = () =>
    change((next) => {
      next.delete('view')
      if (isMapShown === isWide) next.set('view', isWide ? 'list' : 'map')
    })
  /** Limits the list to a town, and leaves the map if it covers the list. */
  const listTown = (town: string) =>
    change((next) => {
      next.set('town', town)
      next.delete('page')
      if (!isWide) next.delete('view')
    })
  return { isListShown: isWide || !isMapShown, isMapShown, swap, listTown }
}
