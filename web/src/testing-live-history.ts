// Runs random histories of a live list: changes, slow and lost events, slow reads and reads that overlap changes. At the
// end, the data of the query has to equal a fresh read.
import { QueryClient, QueryObserver, type QueryFunctionContext } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { expect, vi } from 'vitest'
import { applyOrReadRows, type RowReading } from '#lib/lists/changed-rows.ts'
import { fetchPage, fetchRowsByIds, lastPageNumber, type ListPage } from '#lib/lists/list-page.ts'
import type { Sort } from '#lib/lists/sort.ts'
import { type ApplyChange, applyOrRefresh, patchData } from '#lib/live/apply-change.ts'
import { refreshAfterPause, refreshQueries } from '#lib/live/refresh.ts'
import type { Change } from '#lib/live/subjects.ts'

/** A read of the server: the rows of its snapshot, and a time after the snapshot. */
interface ServedRead<Row> {
  rows: Row[]
  asOf: string
}

export interface LiveQuery<Data, Row> {
  table: string
  queryFn: (context: QueryFunctionContext, read: () => Promise<ServedRead<Row>>) => Promise<Data>
  makeApplyChange: (read: () => Promise<ServedRead<Row>>) => ApplyChange
  /** Returns what a read of these rows shows. */
  readFresh: (rows: Row[]) => Data
  /** Changes the row, creates it if it does not exist, or deletes it by returning undefined. */
  changeRow: (row: Row | undefined, seed: number, id: string) => Row | undefined
}

interface PageModel<Row, Listed> {
  table: string
  page: number
  sort: Sort
  isListed: (row: Row) => boolean
  valueOf: (row: Row) => number | string
  /** Returns the row as the list shows it, with columns of other tables. */
  toListed: (row: Row) => Listed
  applyChange: (page: ListPage<Listed>, change: Change) => ListPage<Listed> | undefined
  /** Set for a list that reads the ids of a page before its rows. */
  findAffectedIds?: RowReading<Listed>['findAffectedIds']
  changeRow: LiveQuery<ListPage<Listed>, Row>['changeRow']
}

const pageSize = 3

/** Makes the query of a page, with a server that filters and sorts as PostgreSQL does. */
export function pageQuery<Row extends { id: string }, Listed extends { id: string }>(
  model: PageModel<Row, Listed>,
): LiveQuery<ListPage<Listed>, Row> {
  const { page, applyChange, findAffectedIds } = model
  const readFresh = (rows: Row[]) => computePage(rows, model)
  const readPage = async (read: Read<Row>, kept?: ReadonlyMap<string, Listed>) => ({
    ...(await fetchPage({ page, size: pageSize }, askPage(model, read, kept))),
    view: '',
  })
  return {
    table: model.table,
    queryFn: async (_, read) => (findAffectedIds ? readPage(read) : readFresh((await read()).rows)),
    makeApplyChange: (read) =>
      findAffectedIds
        ? applyOrReadRows({
            applyChange,
            findAffectedIds,
            readPage: (kept) => readPage(read, kept),
          })
        : patchData(applyChange),
    readFresh,
    changeRow: model.changeRow,
  }
}

type Read<Row> = () => Promise<ServedRead<Row>>

/** Reads the ids of a page and then its rows, from two snapshots. */
function askPage<Row extends { id: string }, Listed extends { id: string }>(
  model: PageModel<Row, Listed>,
  read: Read<Row>,
  kept?: ReadonlyMap<string, Listed>,
) {
  const succeeded = { error: null, status: 200 }
  return async (from: number, to: number) => {
    const sorted = sortRows((await read()).rows, model)
    const found = { ...succeeded, data: sorted.slice(from, to + 1), count: sorted.length }
    const fetchRows = async (ids: string[]) => {
      const { rows } = await read()
      return { ...succeeded, data: rows.filter(({ id }) => ids.includes(id)).map(model.toListed) }
    }
    return fetchRowsByIds(found, fetchRows, kept)
  }
}

function computePage<Row extends { id: string }, Listed>(
  rows: Row[],
  model: PageModel<Row, Listed>,
): ListPage<Listed> {
  const sorted = sortRows(rows, model)
  // If the page is past the end, the app reads the last page instead.
  const page = Math.min(model.page, lastPageNumber(sorted.length, pageSize))
  const shown = sorted.slice((page - 1) * pageSize, page * pageSize)
  return { rows: shown.map(model.toListed), total: sorted.length, hasMore: false, page, view: '' }
}

function sortRows<Row extends { id: string }, Listed>(
  rows: Row[],
  { sort, isListed, valueOf }: PageModel<Row, Listed>,
) {
  return rows.filter(isListed).toSorted((one, other) => {
    const [first, second] = [valueOf(one), valueOf(other)]
    if (first === second) return one.id < other.id ? -1 : 1
    return first < second === sort.descending ? 1 : -1
  })
}

/** The kinds of steps, and how often each occurs. After `settle`, the data has to equal a fresh read. */
const weights = {
  change: 6,
  begin: 1,
  deliver: 6,
  serve: 3,
  respond: 3,
  fail: 1,
  wait: 2,
  settle: 3,
  'own change': 1,
  focus: 1,
  cut: 1,
}

const step = fc.record({
  kind: fc.constantFrom(
    ...Object.entries(weights).flatMap(([kind, weight]) =>
      Array.from({ length: weight }, () => kind),
    ),
  ),
  id: fc.nat(5),
  seed: fc.nat(),
})

type Step = { kind: string; id: number; seed: number }

/** The database and the feed of its changes. Each step takes at least a millisecond. */
class SimulatedServer<Row extends { id: string }> {
  rows: ReadonlyMap<string, Row> = new Map()
  /** Committed changes that the page has not received. */
  undelivered: Change[] = []
  #now = Date.parse('2026-11-20T12:00:00Z')
  /** When the transaction of the next change began, which may be long before its commit. */
  #beganAt: string | undefined
  #unserved: PromiseWithResolvers<ServedRead<Row>>[] = []
  #unanswered: { answer: () => void; fail: () => void }[] = []
  readCount = 0

  #tick() {
    this.#now += 1
    return new Date(this.#now).toISOString()
  }

  begin() {
    this.#beganAt ??= this.#tick()
  }

  commit<Data>({ table, changeRow }: LiveQuery<Data, Row>, { id, seed }: Step) {
    const key = String(id)
    const before = this.rows.get(key)
    const row = changeRow(before, seed, key)
    const at = this.#beganAt ?? this.#tick()
    this.#beganAt = undefined
    const others = [...this.rows].filter(([other]) => other !== key)
    this.rows = new Map(row ? [...others, [key, row]] : others)
    if (!row && !before) return
    const kept = before ? 'UPDATE' : 'INSERT'
    const event = row ? kept : 'DELETE'
    this.undelivered.push({ table, event, row: { ...(row ?? before) }, before: { ...before }, at })
  }

  read(): Promise<ServedRead<Row>> {
    this.readCount += 1
    const request = Promise.withResolvers<ServedRead<Row>>()
    this.#unserved.push(request)
    return request.promise
  }

  /** Takes the snapshot of the oldest request. */
  serve() {
    const request = this.#unserved.shift()
    if (!request) return
    const read = { rows: [...this.rows.values()], asOf: this.#tick() }
    this.#unanswered.push({
      answer: () => request.resolve(read),
      fail: () => request.reject(new Error('The connection was lost.')),
    })
  }

  respond() {
    this.#unanswered.shift()?.answer()
  }

  fail() {
    this.#unanswered.shift()?.fail()
  }

  get isIdle() {
    return this.#unserved.length + this.#unanswered.length + this.undelivered.length === 0
  }
}

const queryKey = ['list']

/** Runs the steps, and returns the number of reads. */
async function runHistory<Data, Row extends { id: string }>(
  query: LiveQuery<Data, Row>,
  steps: readonly Step[],
) {
  const server = new SimulatedServer<Row>()
  const queries = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity, retry: 10 } } })
  const read = () => server.read()
  const observer = new QueryObserver<Data>(queries, {
    queryKey,
    queryFn: (context) => query.queryFn(context, read),
    meta: { applyChange: query.makeApplyChange(read) },
  })
  const stop = observer.subscribe(() => undefined)
  const deliver = () => {
    const change = server.undelivered.shift()
    if (change) applyOrRefresh(queries, queryKey, change)
  }
  const settle = async () => {
    for (let quiet = 0; quiet < 2; quiet = server.isIdle ? quiet + 1 : 0) {
      server.serve()
      server.respond()
      deliver()
      // No pause of the client is longer.
      await vi.advanceTimersByTimeAsync(11_000)
    }
    expect(queries.getQueryData(queryKey)).toEqual(query.readFresh([...server.rows.values()]))
  }
  const actions: Record<string, (step: Step) => unknown> = {
    change: (one) => server.commit(query, one),
    begin: () => server.begin(),
    deliver,
    serve: () => server.serve(),
    respond: () => server.respond(),
    fail: () => server.fail(),
    wait: () => vi.advanceTimersByTimeAsync(300),
    'own change': () => refreshQueries(queries, queryKey),
    focus: () => void queries.refetchQueries({ queryKey }, { cancelRefetch: false }),
    cut: () => {
      server.undelivered = []
      refreshAfterPause(queries, queryKey)
    },
    settle,
  }
  for (const one of steps) {
    await actions[one.kind]?.(one)
    await vi.advanceTimersByTimeAsync(0)
  }
  await settle()
  stop()
  return server.readCount
}

/** Compares the data with a fresh read after each of many random histories. The test needs fake timers. */
export async function checkHistories<Data, Row extends { id: string }>(
  queries: fc.Arbitrary<LiveQuery<Data, Row>>,
) {
  const histories = fc.asyncProperty(
    queries,
    fc.array(step, { maxLength: 60, size: 'max' }),
    async (...given) => {
      await runHistory(...given)
    },
  )
  await fc.assert(histories, { numRuns: 1000 })
}

/** Compares the data with a fresh read after one history. The kinds of steps are separated by spaces. */
export async function checkHistory<Data, Row extends { id: string }>(
  query: LiveQuery<Data, Row>,
  kinds: string,
  changes: readonly Omit<Step, 'kind'>[],
) {
  const pending = [...changes]
  const steps = kinds.split(' ').map((kind) => {
    const { id = 0, seed = 0 } = (kind === 'change' && pending.shift()) || {}
    return { kind, id, seed }
  })
  await runHistory(query, steps)
}

/** Returns the number of reads after the first if each change is delivered before the next one. */
export async function countReads<Data, Row extends { id: string }>(
  query: LiveQuery<Data, Row>,
  changes: readonly Omit<Step, 'kind'>[],
) {
  const first = ['wait', 'serve', 'respond', 'wait'].map((kind) => ({ kind, id: 0, seed: 0 }))
  const steps = changes.flatMap(({ id, seed }) =>
    ['change', 'deliver', 'wait'].map((kind) => ({ kind, id, seed })),
  )
  return (await runHistory(query, [...first, ...steps])) - 1
}
