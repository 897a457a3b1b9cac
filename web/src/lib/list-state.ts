// Page, sort and filters of a list live in the address: they survive Back, reload and being sent to a colleague.
import { useSearchParams } from 'react-router'
import {
  changed,
  type Known,
  nameUnder,
  nextSort,
  knownIn,
  pageIn,
  type Sort,
  sortIn,
  sortText,
} from './list-address.ts'

export interface ListState {
  page: number
  sort: Sort
  filters: Record<string, string>
  /** Whether anything but the page narrows the list. */
  isFiltered: boolean
  toPage: (page: number) => void
  /** By a column: once more turns it around, unless it is said how. */
  sortBy: (by: string, descending?: boolean) => void
  filter: (name: string, value: string) => void
  /** The same, and lifts another filter with it. */
  filterInstead: (other: string, name: string, value: string) => void
  /** The same without a step of Back, for what is typed. */
  searchFor: (name: string, value: string) => void
  clear: () => void
}

interface Shape {
  /** Before each name in the address, where a page has several lists: "bids" makes "bids.page". */
  prefix?: string
  /** The names under which filters stand in the address. */
  filters: readonly string[]
  /** What some of them may be; what else the address asks for is not followed. */
  known?: Record<string, Known>
  /** Columns that can be sorted by; what else the address asks for is not followed. */
  sorts: readonly string[]
  /** Where the address names none; it may follow what the list is narrowed to. */
  sort: Sort | ((filters: Record<string, string>) => Sort)
}

export function useListState(shape: Shape): ListState {
  const { filters: names, sorts, sort: sortOf, prefix = '', known = {} } = shape
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(nameUnder(prefix, name))
  const filters = Object.fromEntries(names.map((name) => [name, knownIn(read(name), known[name])]))
  const usual = typeof sortOf === 'function' ? sortOf(filters) : sortOf
  const sort = sortIn(read('sort'), sorts) ?? usual
  // From the address as it is now: what was drawn last may be older than another change.
  const change = (changes: Record<string, string>, replace = false) =>
    setParams(changed(new URLSearchParams(window.location.search), changes, prefix), {
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
