// Keeps the page, sort and filters of a list in the URL.
import { useSearchParams } from 'react-router'
import { nextSort, type Sort, sortIn, sortText } from './sort.ts'

export interface ListState {
  page: number
  sort: Sort
  filters: Record<string, string>
  isFiltered: boolean
  toPage: (page: number) => void
  /** Without `descending`, a second call for the same column reverses the order. */
  sortBy: (by: string, descending?: boolean) => void
  filter: (name: string, value: string) => void
  /** Sets a filter and clears another one. */
  filterInstead: (other: string, name: string, value: string) => void
  /** Sets a filter while the user types, without adding an entry to the history. */
  searchFor: (name: string, value: string) => void
  clear: () => void
}

interface ListShape {
  /** The prefix of each name in the URL, for pages with several lists: "bids" makes "bids.page". */
  prefix?: string
  /** The names of the filters in the URL. */
  filters: readonly string[]
  /** The allowed values of some filters. Other values in the URL are ignored. */
  known?: Record<string, AllowedValues>
  /** The sortable columns. */
  sorts: readonly string[]
  /** The default order, which may depend on the filters. */
  sort: Sort | ((filters: Record<string, string>) => Sort)
}

export function useListState(shape: ListShape): ListState {
  const { filters: names, sorts, sort: sortOf, prefix = '', known = {} } = shape
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(nameUnder(prefix, name))
  const filters = Object.fromEntries(
    names.map((name) => [name, allowedValueIn(read(name), known[name])]),
  )
  const usual = typeof sortOf === 'function' ? sortOf(filters) : sortOf
  const sort = sortIn(read('sort'), sorts) ?? usual
  // Start from the browser's URL, because the rendered URL may not contain the latest change yet.
  const change = (changes: Record<string, string>, replace = false) =>
    setParams(withChanges(new URLSearchParams(window.location.search), changes, prefix), {
      replace,
      preventScrollReset: true,
    })
  return {
    page: pageIn(read('page')),
    sort,
    filters,
    isFiltered: Object.values(filters).some(Boolean),
    toPage: (page) => change({ page: page > 1 ? String(page) : '' }),
    sortBy: (by, descending = nextSort(sort, by).descending) =>
      change({ sort: sortText({ by, descending }, usual), page: '' }),
    filter: (name, value) => change({ [name]: value, page: '' }),
    filterInstead: (other, name, value) => change({ [other]: '', [name]: value, page: '' }),
    searchFor: (name, value) => change({ [name]: value, page: '' }, true),
    clear: () => change({ ...Object.fromEntries(names.map((name) => [name, ''])), page: '' }),
  }
}

// Values in the URL are checked, because users can edit them.

function nameUnder(prefix: string, name: string) {
  return prefix ? `${prefix}.${name}` : name
}

export function withChanges(
  before: URLSearchParams,
  changes: Record<string, string>,
  prefix: string,
) {
  const params = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(nameUnder(prefix, name), value)
    else params.delete(nameUnder(prefix, name))
  }
  return params
}

/** The allowed values of a filter: a list, or a function that checks a value. */
type AllowedValues = readonly string[] | ((text: string) => boolean)

/** The server accepts searches with at most this many characters. */
export const maxSearchLength = 200

/** Shortens a search to the limit, because a URL may contain a longer text. */
function searchIn(text: string) {
  return Array.from(text).slice(0, maxSearchLength).join('')
}

/** Returns the filter's value in the URL, if it is allowed. */
export function allowedValueIn(text: string | null, known: AllowedValues | undefined): string {
  if (text === null) return ''
  if (known === undefined) return searchIn(text)
  const isKnown = typeof known === 'function' ? known(text) : known.includes(text)
  return isKnown ? text : ''
}

/** A larger number in the URL opens the first page. */
const maxPages = 1_000_000

export function pageIn(text: string | null) {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 && page <= maxPages ? page : 1
}
