import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { spareRows } from '#lib/live/list-window.ts'
import {
  applyEvent,
  type AvailableJob,
  type AvailableJobsEvent,
  type AvailableJobsPage,
  type JobFilters,
} from './available-jobs.rows.ts'

const size = 3
type View = Pick<AvailableJobsPage, 'filters' | 'sort' | 'from'>

const isListed = ({ category, minBudget, maxBudget, town }: JobFilters, job: AvailableJob) =>
  (town === undefined || job.town === town) &&
  (!category || job.category === category) &&
  (!minBudget || job.budget >= minBudget) &&
  (!maxBudget || job.budget <= maxBudget)

/** Reads a page from the whole market, as the server does. */
function readFresh(jobs: readonly AvailableJob[], view: View): AvailableJobsPage {
  const { by, descending } = view.sort
  const sorted = jobs
    .filter((job) => isListed(view.filters, job))
    .toSorted((one, other) => {
      const [first, second] =
        by === 'budget' ? [one.budget, other.budget] : [one.created_at, other.created_at]
      if (first === second) return one.id < other.id ? -1 : 1
      return first < second === descending ? 1 : -1
    })
  // If the page is past the end, the app reads the last page instead.
  const lastFrom = Math.max(0, Math.ceil(sorted.length / size) - 1) * size
  const from = Math.min(view.from, lastFrom)
  const rows = sorted.slice(from, from + size + spareRows)
  const window = { from, size, maxTotal: Infinity, hasMore: false, isStale: false }
  return { ...view, ...window, rows, total: sorted.length }
}

const seedJob = fc.record({
  id: fc.integer({ min: 10, max: 40 }).map(String),
  category: fc.constantFrom('Roofing', 'HVAC'),
  budget: fc.integer({ min: 1, max: 5 }),
  created_at: fc.integer({ min: 10, max: 20 }).map((day) => `2026-11-${day}T10:00:00+00:00`),
  town: fc.constantFrom('', 'Denver'),
})

interface Seed {
  id: string
  category: string
  budget: number
  created_at: string
  town: string
}

const toJob = (seed: Seed) => ({
  ...seed,
  title: `Job ${seed.id}`,
  description: '',
  location: null,
  facility_id: 'facility',
  facility_name: 'Dana',
  bid_count: 0,
  photos: [],
  my_bid_status: null,
  my_bid_amount: null,
  can_bid: true,
})

const views = fc.record({
  filters: fc.record({
    search: fc.constant(''),
    category: fc.constantFrom('', 'Roofing'),
    minBudget: fc.constantFrom(0, 2),
    maxBudget: fc.constantFrom(0, 4),
    maxMiles: fc.constant(0),
    town: fc.constantFrom(undefined, '', 'Denver'),
  }),
  sort: fc.record({ by: fc.constantFrom('budget', 'created_at'), descending: fc.boolean() }),
  from: fc.constantFrom(0, size),
})

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('store'), seed: seedJob }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), seed: seedJob }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('bid'), seed: seedJob }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut'), seed: seedJob }) },
)

/** Changes the market, and returns the event that the database sends about it. */
function change(
  jobs: Map<string, AvailableJob>,
  { kind, seed }: { kind: string; seed: Seed },
): AvailableJobsEvent | undefined {
  const before = jobs.get(seed.id) ?? null
  if (kind === 'bid' && before) {
    const bid_count = before.bid_count + 1
    jobs.set(seed.id, { ...before, bid_count })
    return { type: 'values', xid: '1', id: seed.id, values: { bid_count } }
  }
  if (kind === 'remove' && before) {
    jobs.delete(seed.id)
    return { type: 'job', xid: '1', id: seed.id, before, row: null, is_new: false }
  }
  if (kind !== 'store') return undefined
  const row = toJob(seed)
  jobs.set(seed.id, row)
  return { type: 'job', xid: '1', id: seed.id, before, row, is_new: before === null }
}

test('after any history of changes and cuts, a page that is not stale equals a fresh read', () => {
  fc.assert(
    fc.property(
      views,
      fc.uniqueArray(seedJob, { selector: ({ id }) => id, maxLength: 25, size: 'max' }),
      fc.array(step, { maxLength: 40, size: 'max' }),
      (view, seeds, steps) => {
        const jobs = new Map(seeds.map((seed) => [seed.id, toJob(seed)]))
        let page = readFresh([...jobs.values()], view)
        for (const one of steps) {
          const event = change(jobs, one)
          if (event) page = applyEvent(page, event)
          // The app stays on the page that it shows, even if the list has grown enough for the requested one.
          const fresh = readFresh([...jobs.values()], { ...view, from: page.from })
          // A client reads a stale page again, and every page after a cut.
          if (page.isStale || one.kind === 'cut') page = fresh
          assert.deepEqual(page.rows.slice(0, size), fresh.rows.slice(0, size))
          assert.equal(page.total, fresh.total)
        }
      },
    ),
    { numRuns: 2000 },
  )
})

test('most changes of a first page need no request', () => {
  const jobs = new Map<string, AvailableJob>()
  const store = (day: number) => ({
    kind: 'store',
    seed: { id: String(day), category: 'HVAC', budget: 1, created_at: `2026-11-${day}`, town: '' },
  })
  for (let day = 10; day < 25; day += 1) change(jobs, store(day))
  const filters = { search: '', category: '', minBudget: 0, maxBudget: 0, maxMiles: 0 }
  const view = { filters, sort: { by: 'created_at', descending: true }, from: 0 }
  let page = readFresh([...jobs.values()], view)
  for (const one of [store(25), { ...store(25), kind: 'remove' }, store(26), store(27)]) {
    const event = change(jobs, one)
    if (event) page = applyEvent(page, event)
    assert.equal(page.isStale, false)
  }
})

test('a page that is filtered or sorted by distance is read again after a change', () => {
  const filters = { search: '', category: 'HVAC', minBudget: 0, maxBudget: 0, maxMiles: 25 }
  const newest = { by: 'created_at', descending: true }
  const nearest = { by: 'distance', descending: false }
  const event = (category: string): AvailableJobsEvent => {
    const row = toJob({ id: '1', category, budget: 1, created_at: '2026-11-20', town: 'Denver' })
    return { type: 'job', xid: '1', id: '1', before: null, row, is_new: true }
  }
  const isStaleAfter = (sort: View['sort'], maxMiles: number, category = 'HVAC') =>
    applyEvent(readFresh([], { filters: { ...filters, maxMiles }, sort, from: 0 }), event(category))
      .isStale
  assert.equal(isStaleAfter(newest, 25), true)
  assert.equal(isStaleAfter(nearest, 0), true)
  assert.equal(isStaleAfter(newest, 0), false)
  assert.equal(isStaleAfter(newest, 25, 'Roofing'), false)
})
