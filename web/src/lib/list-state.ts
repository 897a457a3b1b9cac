// Page, sort and filters of a list live in the address: they survive Back, reload and being sent to a colleague.
import { useSearchParams } from 'react-router'

interface Sort {
  by: string
  descending: boolean
}

export interface ListState {
  page: number
  sort: Sort
  filters: Record<string, string>
  /** Whether anything but the page narrows the list. */
  isFiltered: boolean
  toPage: (page: number) => void
  sortBy: (by: string) => void
  filter: (name: string, value: string) => void
  clear: () => void
}

interface Shape {
  /** The names under which filters stand in the address. */
  filters: readonly string[]
  /** Columns that can be sorted by; what else the address asks for is not followed. */
  sorts: readonly string[]
  sort: Sort
}

export function useListState({ filters: names, sorts, sort: usual }: Shape): ListState {
  const [params, setParams] = useSearchParams()
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']))
  const sort = sortIn(params.get('sort'), sorts) ?? usual
  const change = (changes: Record<string, string>, replace = false) =>
    setParams((before) => changed(before, changes), { replace, preventScrollReset: true })
  return {
    page: pageIn(params.get('page')),
    sort,
    filters,
    isFiltered: Object.values(filters).some(Boolean),
    toPage: (page) => change({ page: page > 1 ? String(page) : '' }),
    sortBy: (by) => change({ sort: sortText(nextSort(sort, by), usual), page: '' }),
    // Replaced, or every letter that is typed would be a step of Back.
    filter: (name, value) => change({ [name]: value, page: '' }, true),
    clear: () => change({ ...Object.fromEntries(names.map((name) => [name, ''])), page: '' }),
  }
}

/** The rows of a page, as `range` of supabase-js takes them. */
export function rangeOf(page: number, size: number): [from: number, to: number] {
  return [(page - 1) * size, page * size - 1]
}

function changed(before: URLSearchParams, changes: Record<string, string>) {
  const params = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, value)
    else params.delete(name)
  }
  return params
}

function pageIn(text: string | null) {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

function sortIn(text: string | null, sorts: readonly string[]): Sort | undefined {
  const descending = text?.startsWith('-') ?? false
  const by = descending ? text?.slice(1) : text
  return by && sorts.includes(by) ? { by, descending } : undefined
}

function nextSort(sort: Sort, by: string): Sort {
  return { by, descending: sort.by === by && !sort.descending }
}

function sortText({ by, descending }: Sort, usual: Sort) {
  if (by === usual.by && descending === usual.descending) return ''
  return descending ? `-${by}` : by
}
