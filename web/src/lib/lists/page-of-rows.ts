import { patchData } from '../live/apply-change.ts'
import { type ChangedRows, readChangedRows } from './changed-rows.ts'
import {
  fetchListPage,
  fetchRowsByKeys,
  type KeysResponse,
  type PageQuery,
  type RowsResponse,
  useListPage,
} from './list-page.ts'

interface PageOfRowsQuery<Row> extends Omit<PageQuery<Row>, 'ask'> {
  /** Returns the ids of the filtered and sorted rows from `from` to `to`, and the number of all matching rows. */
  askKeys: (from: number, to: number) => PromiseLike<KeysResponse>
  askRows: (ids: string[]) => PromiseLike<RowsResponse<Row>>
  affectedIds: ChangedRows<Row>['affectedIds']
}

/** Reads the ids of a page, and then the rows with these ids. A change reads only the affected rows again. */
export function usePageOfRows<Row extends { id: string }>(pageQuery: PageOfRowsQuery<Row>) {
  const { affectedIds, applyChange } = pageQuery
  const patch = applyChange && patchData(applyChange)
  const readRows = readChangedRows({
    affectedIds,
    readPage: (kept) => fetchListPage(pageQuery, askPage(pageQuery, kept)),
  })
  return useListPage(
    { ...pageQuery, ask: askPage(pageQuery) },
    (...change) => patch?.(...change) === true || readRows(...change),
  )
}

function askPage<Row extends { id: string }>(
  { askKeys, askRows }: PageOfRowsQuery<Row>,
  kept?: ReadonlyMap<string, Row>,
): PageQuery<Row>['ask'] {
  return async (from, to) => fetchRowsByKeys(await askKeys(from, to), askRows, kept)
}
