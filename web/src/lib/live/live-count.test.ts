import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkHistories, countReads, type LiveQuery } from '#testing-live-history.ts'
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
  applyChange: liveUnreadCount(() => Promise.reject(new Error('unused'))).meta.applyChange,
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
