import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListState } from './list-state.ts'
import { Failure, errorFieldsOf } from '../errors.ts'
import type { Client } from '../supabase.ts'

type PageResult<Row> = ReturnType<Parameters<typeof fetchPage<Row>>[1]>

interface PageQuery<Row> {
  /** What `useLive` names to have the list read again. */
  key: readonly string[]
  list: ListState
  size: number
  /** The select with `count: 'exact'`, what narrows and sorts it, and `.range(from, to)`. */
  ask: (from: number, to: number) => PageResult<Row>
  /** In milliseconds: how often it is read again, where no event tells of all that it shows. */
  every?: number
}

export interface ListPage<Row> extends Page<Row> {
  /** Says whether rows that come later belong to the same look at the list. */
  view: string
}

/** The page of a list that its address asks for. The former one stays until the next is there. */
export function usePage<Row>({ key, list, size, ask, every }: PageQuery<Row>) {
  const { page, sort, filters } = list
  const view = JSON.stringify({ page, size, sort, filters })
  return useQuery<ListPage<Row>>({
    queryKey: [...key, 'page', view],
    queryFn: async () => {
      const found = await fetchPage({ page, size }, ask)
      return { ...found, view }
    },
    placeholderData: keepPreviousData,
    refetchInterval: every ?? false,
  })
}

/** What supabase-js answers to a select with `count: 'exact'` and a range. */
interface PageResponse<Row> {
  data: Row[] | null
  error: unknown
  count: number | null
  status: number
  hasMore?: boolean
}

type Ask<Row> = (from: number, to: number) => PromiseLike<PageResponse<Row>>

interface Page<Row> {
  rows: Row[]
  total: number
  /** Only so many were counted: there are more than `total`, and pages end there. */
  hasMore: boolean
  /** The one that these rows are of: the last, where a later one was asked for. */
  page: number
}

/** A page of what is asked for. Rows may have gone meanwhile: past the last page there is the last one. */
export async function fetchPage<Row>(
  { page, size }: { page: number; size: number },
  ask: Ask<Row>,
): Promise<Page<Row>> {
  const wanted = await read(ask, page, size)
  if (page === 1 || wanted.rows.length > 0) return wanted
  // The refusal of a range does not say how many rows there are.
  const { total } = wanted.total > 0 ? wanted : await read(ask, 1, size)
  return read(ask, lastPageNumber(total, size), size)
}

export function lastPageNumber(total: number, size: number) {
  return Math.max(1, Math.ceil(total / size))
}

async function read<Row>(ask: Ask<Row>, page: number, size: number): Promise<Page<Row>> {
  const {
    data,
    error,
    count,
    status,
    hasMore = false,
  } = await ask((page - 1) * size, page * size - 1)
  if (error && status !== 416) throw new Failure({ ...errorFieldsOf(error), status })
  return { rows: data ?? [], total: count ?? 0, hasMore, page }
}

interface RowsResponse<Row> {
  data: Row[] | null
  error: unknown
  status: number
}

/**
 * The rows of a page whose keys were asked for before, in their order. What is computed of a row, or comes with it,
 * would be computed of all the rows before the page as well; so it is asked of these alone.
 */
export async function fetchRowsByKeys<Row extends { id: string }>(
  keys: RowsResponse<{ id: string }> & { count: number | null; hasMore?: boolean },
  ask: (ids: string[]) => PromiseLike<RowsResponse<Row>>,
) {
  const ids = (keys.data ?? []).map(({ id }) => id)
  const { count, hasMore = false } = keys
  if (keys.error || ids.length === 0) return { ...keys, data: [], hasMore }
  const { data, error, status } = await ask(ids)
  const byId = new Map((data ?? []).map((row) => [row.id, row]))
  return { data: ids.flatMap((id) => byId.get(id) ?? []), error, status, count, hasMore }
}

/** What a procedure found that says beside each key how many there are, as `rowsOfKeys` takes it. */
export function keysFromSearch<
  Found extends RowsResponse<{ id: string; total: number; has_more: boolean }>,
>(found: Found) {
  const [first] = found.data ?? []
  return { ...found, count: first?.total ?? 0, hasMore: first?.has_more ?? false }
}

type AdminList = 'users' | 'jobs' | 'bids' | 'payments' | 'entries'

interface CountResponse {
  data: unknown
  error: unknown
  status: number
}

/** How long an admin's list is, in all or in a part of it. The server keeps these numbers; counting takes long. */
export function fetchAdminListCount(client: Client, list: AdminList, part?: string) {
  const wanted = { list, ...(part ? { part } : {}) }
  return client.rpc('admin_list_number', wanted, { get: true })
}

/** A page that did not count, with the number that was asked for beside it. */
export async function withCount<Page extends CountResponse>(
  page: PromiseLike<Page>,
  number: PromiseLike<CountResponse & { data: number | null }>,
) {
  const [found, { data, error, status }] = await Promise.all([page, number])
  if (found.error || !error) return { ...found, count: data }
  return { ...found, data: null, error, status, count: null }
}
