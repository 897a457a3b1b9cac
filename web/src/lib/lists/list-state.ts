import { useSearchParams } from 'react-router'

// Page, sort and filters of a list live in the address: they survive Back, reload and being sent to a colleague.

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

interface ListShape {
  /** Before each name in the address, where a page has several lists: "bids" makes "bids.page". */
  prefix?: string
  /** The names under which filters stand in the address. */
  filters: readonly string[]
  /** What some of them may be; what else the address asks for is not followed. */
  known?: Record<string, AllowedValues>
  /** Columns that can be sorted by; what else the address asks for is not followed. */
  sorts: readonly string[]
  /** Where the address names none; it may follow what the list is narrowed to. */
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
  // From the address as it is now: what was drawn last may be older than another change.
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

// How page, sort and filters are written into an address, and read from one that anybody may have written.

export interface Sort {
  by: string
  descending: boolean
}

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

/** What a filter can be: one of some, or whatever passes. */
type AllowedValues = readonly string[] | ((text: string) => boolean)

/** As many characters as the server looks for. */
export const maxSearchLength = 200

/** Of a longer one, which nobody typed here, the beginning is looked for. */
function searchIn(text: string) {
  return Array.from(text).slice(0, maxSearchLength).join('')
}

/** A filter as the address has it, if that is one it can be. */
export function allowedValueIn(text: string | null, known: AllowedValues | undefined): string {
  if (text === null) return ''
  if (known === undefined) return searchIn(text)
  const isKnown = typeof known === 'function' ? known(text) : known.includes(text)
  return isKnown ? text : ''
}

/** No list is longer than that: what is asked beyond it is the first page. */
const maxPages = 1_000_000

export function pageIn(text: string | null) {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 && page <= maxPages ? page : 1
}

export function sortIn(text: string | null, sorts: readonly string[]): Sort | undefined {
  const descending = text?.startsWith('-') ?? false
  const by = descending ? text?.slice(1) : text
  return by && sorts.includes(by) ? { by, descending } : undefined
}

export function nextSort(sort: Sort, by: string): Sort {
  return { by, descending: sort.by === by && !sort.descending }
}

export function sortText({ by, descending }: Sort, usual: Sort) {
  if (by === usual.by && descending === usual.descending) return ''
  return descending ? `-${by}` : by
}
