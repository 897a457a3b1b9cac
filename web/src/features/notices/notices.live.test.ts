import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patchData } from '#lib/live/apply-change.ts'
import { checkHistories, countReads, type LiveQuery } from '#testing-live-history.ts'
import { applyNoticeChange } from './notices.queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

interface NoticeRow {
  id: string
  count: number
  read: boolean
  created_at: string
}

/** The list ends after this many notices. */
const max = 6

/** Reads the notices as the server does. The title depends on the count. */
const readFresh = (rows: NoticeRow[]) =>
  rows
    .toSorted((one, other) => {
      if (one.read !== other.read) return one.read ? 1 : -1
      return one.created_at < other.created_at ? 1 : -1
    })
    .slice(0, max)
    .map(({ id, count, read, created_at }) => ({
      id,
      count,
      read,
      created_at,
      title: `${count} bids`,
    }))

type Listed = ReturnType<typeof readFresh>

const latestNotices: LiveQuery<Listed, NoticeRow> = {
  table: 'notices',
  queryFn: async (_, read) => readFresh((await read()).rows),
  makeApplyChange: () =>
    patchData<Listed>((notices, change) => applyNoticeChange(notices, change, max)),
  readFresh,
  changeRow: (row, seed, id) => {
    if (row && seed % 5 === 0) return undefined
    if (!row) return { id, count: 1, read: false, created_at: timeOf(1, id) }
    if (row.read || seed % 5 < 3) return { ...row, read: true }
    return { ...row, count: row.count + 1, created_at: timeOf(row.count + 1, id) }
  },
}

/** No two notices have the same time. */
const timeOf = (count: number, id: string) =>
  new Date(Date.parse('2026-11-20T12:00:00Z') + count * 10_000 + Number(id)).toISOString()

test('after any history of changes, cuts and overlapping reads, the notices equal a fresh read', async () => {
  await checkHistories(fc.constant(latestNotices))
}, 60_000)

test('notices that are read or deleted need no read', async () => {
  const created = [1, 2, 3].map((id) => ({ id, seed: 1 }))
  const changed = [
    { id: 1, seed: 1 },
    { id: 2, seed: 2 },
    { id: 1, seed: 5 },
  ]
  const reads = await countReads(latestNotices, created)
  expect(await countReads(latestNotices, [...created, ...changed])).toBe(reads)
})
