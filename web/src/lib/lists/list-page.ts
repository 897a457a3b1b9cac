import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RowKey } from '../files/keyset.ts'
import { errorFieldsOf, Failure } from '../errors.ts'
import type { Client } from '../supabase.ts'
import { afterJoin } from '../live/after-join.ts'
import { type ApplyChange, patchData } from '../live/apply-change.ts'
import type { Change } from '../live/subjects.ts'
import type { ListState } from './list-state.ts'

type PageResult<Row> = ReturnType<Parameters<typeof fetchPage<Row>>[1]>

export interface PageQuery<Row> {
  /** The query key, by which `useLive` can refetch the list. */
  key: readonly string[]
  list: ListState
  size: number
  /** Returns the filtered and sorted rows from `from` to `to`, and the number of all matching rows as `count`. */
  ask: (from: number, to: number) => PageResult<Row>
  /** The polling interval, for lists that change without an event. */
  pollIntervalMs?: number
  /** Applies a change to a page. Returns undefined if the page has to be read. */
  applyChange?: (page: ListPage<Row>, change: Change) => ListPage<Row> | undefined
}

export interface ListPage<Row> extends Page<Row> {
  /** The page number, page size, sorting and filters of these rows, as JSON. */
  view: string
}

/** Reads a list whose pages take one request each. */
export function usePage<Row>(pageQuery: PageQuery<Row>) {
  const { applyChange } = pageQuery
  return useListPage(pageQuery, applyChange && patchData(applyChange))
}

/** Returns the query of a list. Keeps the previous list page until the list page in the URL is loaded. */
export function useListPage<Row>(pageQuery: PageQuery<Row>, applyChange?: ApplyChange) {
  const { key, ask, pollIntervalMs: every } = pageQuery
  return useQuery<ListPage<Row>>({
    queryKey: [...key, 'page', viewOf(pageQuery)],
    queryFn: afterJoin(() => fetchListPage(pageQuery, ask)),
    placeholderData: keepPreviousData,
    refetchInterval: every ?? false,
    ...(applyChange && { meta: { applyChange } }),
  })
}

type PageView = Pick<PageQuery<never>, 'list' | 'size'>

function viewOf({ list: { page, sort, filters }, size }: PageView) {
  return JSON.stringify({ page, size, sort, filters })
}

export async function fetchListPage<Row>(
  pageView: PageView,
  ask: Ask<Row>,
): Promise<ListPage<Row>> {
  const { list, size } = pageView
  const found = await fetchPage({ page: list.page, size }, ask)
  return { ...found, view: viewOf(pageView) }
}

/** In this supabase-js response, `count` is the number of all matching rows. */
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
  /** Whether the list has more rows than `total`, because the server stopped counting. */
  hasMore: boolean
  /** The number of the requested page, or of the last page if the list is shorter. */
  page: number
}

/** Fetches a page, or the last page if the requested page is past the end. */
export async function fetchPage<Row>(
  { page, size }: { page: number; size: number },
  ask: Ask<Row>,
): Promise<Page<Row>> {
  const requested = await fetchRange(ask, page, size)
  if (page === 1 || requested.rows.length > 0) return requested
  // The error for a range past the end has no count, so fetch the first page.
  const { total } = requested.total > 0 ? requested : await fetchRange(ask, 1, size)
  return fetchRange(ask, lastPageNumber(total, size), size)
}

export function lastPageNumber(total: number, size: number) {
  return Math.max(1, Math.ceil(total / size))
}

async function fetchRange<Row>(ask: Ask<Row>, page: number, size: number): Promise<Page<Row>> {
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

export interface RowsResponse<Row> {
  data: Row[] | null
  error: unknown
  status: number
}

export type IdsResponse = RowsResponse<{ id: string }> & {
  count: number | null
  hasMore?: boolean
}

/**
 * Fetches the rows with known ids, in the order of the ids, except those in `kept`. Put computed columns and joins into
 * this request, because the request for the ids also reads all earlier pages.
 */
export async function fetchRowsByIds<Row extends { id: string }>(
  found: IdsResponse,
  ask: (ids: string[]) => PromiseLike<RowsResponse<Row>>,
  kept: ReadonlyMap<string, Row> = new Map(),
) {
  const ids = (found.data ?? []).map(({ id }) => id)
  const missing = ids.filter((id) => !kept.has(id))
  const { count, status: foundStatus, hasMore = false } = found
  if (found.error || ids.length === 0) return { ...found, data: [], hasMore }
  const none = { data: [], error: null, status: foundStatus }
  const { data, error, status } = missing.length > 0 ? await ask(missing) : none
  const byId = new Map([...kept, ...(data ?? []).map((row) => [row.id, row] as const)])
  return { data: ids.flatMap((id) => byId.get(id) ?? []), error, status, count, hasMore }
}

/** Converts the response of a search function into the ids that `fetchRowsByIds` takes. */
export function idsFromSearch<
  Found extends RowsResponse<{ id: string; total: number; has_more: boolean }>,
>(found: Found) {
  const [first] = found.data ?? []
  return { ...found, count: first?.total ?? 0, hasMore: first?.has_more ?? false }
}

/** The usual page size of the admin lists. */
export const adminPageSize = 25

/** `count` counts all rows, and `after` selects the rows after one row. */
export interface AdminSelectOptions {
  count?: 'exact'
  after?: RowKey | undefined
}

type AdminList = 'users' | 'jobs' | 'bids' | 'payments' | 'entries'

interface CountResponse {
  data: unknown
  error: unknown
  status: number
}

/** Fetches a count that the server maintains, because counting the rows is slow. */
export function fetchAdminListCount(client: Client, list: AdminList, part?: string) {
  const wanted = { list, ...(part ? { part } : {}) }
  return client.rpc('admin_list_number', wanted, { get: true })
}

/** Adds a separately requested count to a page. */
export async function withCount<Response extends CountResponse>(
  page: PromiseLike<Response>,
  number: PromiseLike<CountResponse & { data: number | null }>,
) {
  const [found, { data, error, status }] = await Promise.all([page, number])
  if (found.error || !error) return { ...found, count: data }
  return { ...found, data: null, error, status, count: null }
}
