import { Failure, readingsOf } from './errors/failure.ts'

/** What supabase-js answers to a select with `count: 'exact'` and a range. */
interface Answer<Row> {
  data: Row[] | null
  error: unknown
  count: number | null
  status: number
  hasMore?: boolean
}

type Ask<Row> = (from: number, to: number) => PromiseLike<Answer<Row>>

export interface PageOf<Row> {
  rows: Row[]
  total: number
  /** Only so many were counted: there are more than `total`, and pages end there. */
  hasMore: boolean
  /** The one that these rows are of: the last, where a later one was asked for. */
  page: number
}

/** A page of what is asked for. Rows may have gone meanwhile: past the last page there is the last one. */
export async function pageOf<Row>(
  { page, size }: { page: number; size: number },
  ask: Ask<Row>,
): Promise<PageOf<Row>> {
  const wanted = await read(ask, page, size)
  if (page === 1 || wanted.rows.length > 0) return wanted
  // The refusal of a range does not say how many rows there are.
  const { total } = wanted.total > 0 ? wanted : await read(ask, 1, size)
  return read(ask, lastPage(total, size), size)
}

export function lastPage(total: number, size: number) {
  return Math.max(1, Math.ceil(total / size))
}

async function read<Row>(ask: Ask<Row>, page: number, size: number): Promise<PageOf<Row>> {
  const {
    data,
    error,
    count,
    status,
    hasMore = false,
  } = await ask((page - 1) * size, page * size - 1)
  if (error && status !== 416) throw new Failure({ ...readingsOf(error), status })
  return { rows: data ?? [], total: count ?? 0, hasMore, page }
}
