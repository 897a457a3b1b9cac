import assert from 'node:assert/strict'
import { test } from 'vitest'
import { applyJobEvent, type Town } from './towns.queries.ts'

const town = (name: string, jobs: number, values: Partial<Town> = {}): Town => ({
  name,
  latitude: 39.7,
  longitude: -105,
  size: 1,
  miles: 10,
  jobs,
  job_id: jobs === 1 ? `job in ${name}` : null,
  budget: jobs === 1 ? 700 : null,
  my_bid: null,
  snapshot: '10:10:',
  ...values,
})

const towns = [
  town('', 0, { miles: null }),
  town('Boulder', 1, { my_bid: 650 }),
  town('Denver', 0),
  town('Durango', 0, { miles: 240 }),
]
const filters = { search: '', category: '', minBudget: 0, maxBudget: 0, maxMiles: 0 }
const job = (place: string, category = 'HVAC') => ({
  id: 'job in Boulder',
  title: '',
  description: '',
  location: null,
  facility_id: '',
  facility_name: null,
  bid_count: 0,
  photos: [],
  category,
  budget: 900,
  created_at: '',
  town: place,
})

function after(before: string | null, now: string | null, own = filters) {
  const event = {
    type: 'job' as const,
    xid: '20',
    id: 'job in Boulder',
    before: before === null ? null : job(before),
    row: now === null ? null : job(now),
    is_new: before === null,
  }
  return applyJobEvent(towns, own, event)
    .filter(({ jobs }) => jobs > 0)
    .map(({ name, jobs, budget, my_bid }) => [name, jobs, budget, my_bid])
}

test('a job that appears, moves, changes or disappears is counted in its town', () => {
  assert.deepEqual(after(null, 'Denver'), [
    ['Boulder', 1, 700, 650],
    ['Denver', 1, 900, null],
  ])
  assert.deepEqual(after(null, ''), [
    ['', 1, 900, null],
    ['Boulder', 1, 700, 650],
  ])
  assert.deepEqual(after(null, 'Boulder'), [['Boulder', 2, null, null]])
  assert.deepEqual(after('Boulder', 'Denver'), [['Denver', 1, 900, null]])
  assert.deepEqual(after('Boulder', 'Boulder'), [['Boulder', 1, 900, 650]])
  assert.deepEqual(after('Boulder', null), [])
})

test('a job that the filters exclude is not counted', () => {
  assert.deepEqual(after(null, 'Denver', { ...filters, category: 'Roofing' }), [
    ['Boulder', 1, 700, 650],
  ])
  assert.deepEqual(after(null, 'Durango', { ...filters, maxMiles: 50 }), [['Boulder', 1, 700, 650]])
  assert.deepEqual(after(null, 'Durango', { ...filters, maxMiles: 500 }), [
    ['Boulder', 1, 700, 650],
    ['Durango', 1, 900, null],
  ])
})
