import { patchData } from '../live/apply-change.ts'
import { makeRowReader, type RowReaderOptions } from './changed-rows.ts'
import {
  fetchListPage,
  fetchRowsByKeys,
  type KeysResponse,
  type PageQuery,
  type RowsResponse,
  useListPage,
} from './list-page.ts'

interface PageByIdsQuery<Row> extends Omit<PageQuery<Row>, 'ask'> {
  /** Returns the ids of the filtered and sorted rows from `from` to `to`, and the number of all matching rows. */
  fetchIds: (from: number, to: number) => PromiseLike<KeysResponse>
  fetchRows: (ids: string[]) => PromiseLike<RowsResponse<Row>>
  findAffectedIds: RowReaderOptions<Row>['findAffectedIds']
}

/** Reads the ids of a page, and then the rows with these ids. After a change, only the affected rows are read again. */
export function usePageByIds<Row extends { id: string }>(pageQuery: PageByIdsQuery<Row>) {
  const { findAffectedIds, applyChange } = pageQuery
  const patch = applyChange && patchData(applyChange)
  const readRows = makeRowReader({
    findAffectedIds,
    readPage: (kept) => fetchListPage(pageQuery, makeFetch(pageQuery, kept)),
  })
  return useListPage(
    { ...pageQuery, ask: makeFetch(pageQuery) },
    (...change) => patch?.(...change) === true || readRows(...change),
  )
}

function makeFetch<Row extends { id: string }>(
  { fetchIds, fetchRows }: PageByIdsQuery<Row>,
  kept?: ReadonlyMap<string, Row>,
): PageQuery<Row>['ask'] {
  return async (from, to) => fetchRowsByKeys(await fetchIds(from, to), fetchRows, kept)
}
