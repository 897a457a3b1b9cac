import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkHistories, countReads, pageQuery } from '#testing-live-history.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

interface JobRow {
  id: string
  status: string
  bids: number
  created_at: string
}

interface View {
  status: string
  descending: boolean
  page: number
}

/** Makes a list of jobs that cannot apply events, so that each change causes a read. */
function jobsPage({ status, descending, page }: View) {
  return pageQuery({
    table: 'jobs',
    page,
    sort: { by: 'created_at', descending },
    isListed: (job: JobRow) => status === '' || job.status === status,
    valueOf: (job) => job.created_at,
    toListed: (job) => job,
    applyChange: () => undefined,
    findAffectedIds: (_, { row: { id } }) => (typeof id === 'string' ? [id] : undefined),
    changeRow: (row, seed, id): JobRow | undefined => {
      if (row && seed % 7 === 0) return undefined
      const changed = { bids: seed % 3, status: seed % 4 ? 'open' : 'finished' }
      return { id, created_at: `2026-11-2${seed % 5}T12:00:00+00:00`, ...row, ...changed }
    },
  })
}

const views = fc.record({
  status: fc.constantFrom('', 'open', 'finished'),
  descending: fc.boolean(),
  page: fc.constantFrom(1, 1, 2),
})

test('after any history of changes, cuts and overlapping reads, a page whose changed rows are read equals a fresh read', async () => {
  await checkHistories(views.map(jobsPage))
}, 60_000)

const allJobs = jobsPage({ status: '', descending: true, page: 1 })

test('one change causes one read of the ids and one of the rows', async () => {
  const posted = [{ id: 1, seed: 1 }]
  expect(await countReads(allJobs, posted)).toBe(2)
})
