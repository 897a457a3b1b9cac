import { QueryClient, QueryObserver } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkHistories, countReads, type LiveQuery } from '#testing-live-history.ts'
import { applyOrRefresh } from './apply-change.ts'
import { liveUnreadCount } from './live-count.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

interface NoticeRow {
  id: string
  read: boolean
  count: number
}

const countUnread = (rows: readonly NoticeRow[]) => rows.filter(({ read }) => !read).length

/** A notice appears unread, is repeated, is read, and disappears. */
const unreadNotices: LiveQuery<number, NoticeRow> = {
  table: 'notices',
  queryFn: (context, read) =>
    liveUnreadCount(async () => {
      const { rows, asOf } = await read()
      return { count: countUnread(rows), asOf }
    }).queryFn(context),
  makeApplyChange: () =>
    liveUnreadCount(() => Promise.reject(new Error('unused'))).meta.applyChange,
  readFresh: countUnread,
  changeRow: (row, seed, id) => {
    if (!row) return { id, read: false, count: 1 }
    if (seed % 4 === 0) return undefined
    return { ...row, count: seed, read: row.read || seed % 2 === 1 }
  },
}

test('after any history of changes, cuts and overlapping reads, the count equals a fresh read', async () => {
  await checkHistories(fc.constant(unreadNotices))
}, 60_000)

test('new rows, read rows and deleted rows are counted without another read', async () => {
  const changes = [
    { id: 1, seed: 2 },
    { id: 2, seed: 2 },
    { id: 1, seed: 1 },
    { id: 2, seed: 2 },
    { id: 2, seed: 4 },
  ]
  expect(await countReads(unreadNotices, changes)).toBe(0)
})

test('a change is not added to a count that a write of the user has changed', async () => {
  const queries = new QueryClient()
  const read = () => Promise.resolve({ count: 5, asOf: '2026-11-20T12:00:00Z' })
  const options = { queryKey: ['count'], ...liveUnreadCount(read) }
  const observer = new QueryObserver(queries, options)
  const stop = observer.subscribe(() => undefined)
  const count = () => queries.getQueryData(options.queryKey)
  const mark = { table: 'notices', event: 'UPDATE', at: '2026-11-20T12:00:01Z' } as const
  const change = { ...mark, row: { id: '1', read: true }, before: { id: '1', read: false } }
  await vi.advanceTimersByTimeAsync(1000)
  applyOrRefresh(queries, options.queryKey, change)
  expect(count()).toBe(4)
  queries.setQueryData(options.queryKey, 3)
  applyOrRefresh(queries, options.queryKey, change)
  expect(count()).toBe(3)
  // The read that follows has the result of the write.
  await vi.advanceTimersByTimeAsync(1000)
  expect(count()).toBe(5)
  stop()
})

test('a canceled read has no effect on the count, even if its response arrives last', async () => {
  const queries = new QueryClient()
  const responds: ((asOf: string) => void)[] = []
  const read = () =>
    new Promise<{ count: number; asOf: string }>((resolve) => {
      responds.push((asOf) => resolve({ count: 5, asOf: `2026-11-20T12:00:${asOf}Z` }))
    })
  const options = { queryKey: ['count'], ...liveUnreadCount(read) }
  const stop = new QueryObserver(queries, options).subscribe(() => undefined)
  const respond = async (number: number, asOf: string) => {
    await vi.advanceTimersByTimeAsync(1000)
    responds[number]?.(asOf)
    await vi.advanceTimersByTimeAsync(1000)
  }
  await respond(0, '00')
  void queries.refetchQueries({ queryKey: options.queryKey })
  await vi.advanceTimersByTimeAsync(1000)
  await queries.cancelQueries({ queryKey: options.queryKey })
  void queries.refetchQueries({ queryKey: options.queryKey })
  await respond(2, '10')
  await respond(1, '00')
  const change = { table: 'notices', event: 'UPDATE', at: '2026-11-20T12:00:05Z' } as const
  const rows = { row: { id: '1', read: true }, before: { id: '1', read: false } }
  applyOrRefresh(queries, options.queryKey, { ...change, ...rows })
  expect(queries.getQueryData(options.queryKey)).toBe(5)
  stop()
})
