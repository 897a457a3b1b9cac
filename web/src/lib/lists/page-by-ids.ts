import { applyOrReadRows, type RowReading } from './changed-rows.ts'
import {
  fetchListPage,
  fetchRowsByIds,
  type IdsResponse,
  type PageQuery,
  type RowsResponse,
  useListPage,
} from './list-page.ts'

interface PageByIdsQuery<Row>
  extends Omit<PageQuery<Row>, 'ask' | 'applyChange'>, Omit<RowReading<Row>, 'readPage'> {
  /** Returns the ids of the filtered and sorted rows from `from` to `to`, and the number of all matching rows. */
  fetchIds: (from: number, to: number) => PromiseLike<IdsResponse>
  fetchRows: (ids: string[]) => PromiseLike<RowsResponse<Row>>
}

/** Reads the ids of a page, and then the rows with these ids. After a change, only the affected rows are read again. */
export function usePageByIds<Row extends { id: string }>(pageQuery: PageByIdsQuery<Row>) {
  const readPage = (kept: ReadonlyMap<string, Row>) =>
    fetchListPage(pageQuery, makeFetch(pageQuery, kept))
  return useListPage(
    { ...pageQuery, ask: makeFetch(pageQuery) },
    applyOrReadRows({ ...pageQuery, readPage }),
  )
}

function makeFetch<Row extends { id: string }>(
  { fetchIds, fetchRows }: PageByIdsQuery<Row>,
  kept?: ReadonlyMap<string, Row>,
): PageQuery<Row>['ask'] {
  return async (from, to) => fetchRowsByIds(await fetchIds(from, to), fetchRows, kept)
}
