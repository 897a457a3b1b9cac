import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { minQueryLength, searchObjects } from '#features/search/search.queries.ts'
import { useRecentPages } from '#lib/recent-pages.ts'
import { useAccount } from '#lib/session/account.ts'
import { collectAnswers, collectLoadedObjects } from './loaded-objects.ts'
import { arrangeGroups } from './palette-groups.ts'
import { actsOf, pagesOf, toItem, toRecentItem } from './palette-items.ts'

/** The server is asked when the user has not typed for this time. */
const debounceMs = 120

/** Returns the rows for the query, which of them is chosen, and functions that choose another one. */
export function usePaletteRows(query: string) {
  const { userId, role } = useAccount()
  const queries = useQueryClient()
  const asked = useDebounced(query)
  const search = useQuery(searchObjects(userId, asked))
  const isSearching =
    query.length >= minQueryLength && (asked !== query || (search.isFetching && !search.data))
  const [loaded] = useState(() => collectLoadedObjects(queries, userId))
  const answers = useMemo(() => collectAnswers(queries, userId, query), [queries, userId, query])
  const recent = useRecentPages().map(toRecentItem)
  const acts = actsOf(role, query)
  const [chosenKey, choose] = useState<string>()
  const isActChosen = acts.some(({ key }) => key === chosenKey)
  const found = asked === query ? (search.data ?? []) : []
  const isFoundLast = useValueAtArrival(found.length > 0 ? query : undefined, isActChosen)
  const toItems = (objects: typeof found) => objects.map((object) => toItem(object, role))
  const groups = arrangeGroups({
    query,
    recent,
    loaded: toItems([...answers, ...loaded]),
    pages: pagesOf(role),
    acts,
    found: toItems(found),
    isFoundLast,
  })
  const items = groups.flatMap((group) => group.items)
  // While the server searches, an act is chosen only by the user, because an object may be what the user looks for.
  const first = items.find((item) => !isSearching || !acts.some(({ key }) => key === item.key))
  const chosen = items.find(({ key }) => key === chosenKey) ?? first
  const step = (by: 1 | -1) => {
    const from = chosen ? items.indexOf(chosen) : by > 0 ? -1 : 0
    choose(items.at((from + by) % items.length)?.key)
  }
  return { groups, items, search, isSearching, chosen, choose, step }
}

function useDebounced(value: string) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Returns the value that the answer to the query found, also after the value has changed. */
function useValueAtArrival(query: string | undefined, value: boolean) {
  const [arrival, setArrival] = useState({ query, value })
  if (arrival.query === query) return arrival.value
  setArrival({ query, value })
  return value
}
