import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { minQueryLength, searchObjects } from '#features/search/search.queries.ts'
import { useRecentPages } from '#lib/recent-pages.ts'
import { useAccount } from '#lib/session/account.ts'
import { collectAnswers, collectLoadedObjects } from './loaded-objects.ts'
import { arrangeGroups } from './palette-groups.ts'
import { actionsOf, pagesOf, toItem, toRecentItem } from './palette-items.ts'

/** The server is asked when the user has not typed for this time. */
const debounceMs = 120

/** Returns the rows for the query, which of them is chosen, and functions that choose another one. */
export function usePaletteRows(query: string) {
  const { userId, role } = useAccount()
  const queries = useQueryClient()
  const debouncedQuery = useDebounced(query)
  const search = useQuery(searchObjects(userId, debouncedQuery))
  const isSearching =
    query.length >= minQueryLength &&
    (debouncedQuery !== query || (search.isFetching && !search.data))
  const [loaded] = useState(() => collectLoadedObjects(queries, userId))
  const answers = useMemo(() => collectAnswers(queries, userId, query), [queries, userId, query])
  const recent = useRecentPages().map(toRecentItem)
  const actions = actionsOf(role, query)
  const [chosenKey, choose] = useState<string>()
  const isActionChosen = actions.some(({ key }) => key === chosenKey)
  const found = debouncedQuery === query ? (search.data ?? []) : []
  const isFoundLast = useValueAtArrival(found.length > 0 ? query : undefined, isActionChosen)
  const toItems = (objects: typeof found) => objects.map((object) => toItem(object, role))
  const groups = arrangeGroups({
    query,
    recent,
    loaded: toItems([...answers, ...loaded]),
    pages: pagesOf(role),
    actions,
    found: toItems(found),
    isFoundLast,
  })
  const items = groups.flatMap((group) => group.items)
  // While the server searches, an action is chosen only by the user, because an object may be what the user looks for.
  const first = items.find((item) => !isSearching || !actions.some(({ key }) => key === item.key))
  const chosen = items.find(({ key }) => key === chosenKey) ?? first
  const step = (by: 1 | -1) => {
    const from = chosen ? items.indexOf(chosen) : by > 0 ? -1 : 0
    choose(items.at((from + by) % items.length)?.key)
  }
  return { groups, items, search, isSearching, chosen, choose, step }
}

function useDebounced(value: string) {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

/** Returns the value from the moment when the response arrived. */
function useValueAtArrival(query: string | undefined, value: boolean) {
  const [arrival, setArrival] = useState({ query, value })
  if (arrival.query === query) return arrival.value
  setArrival({ query, value })
  return value
}
