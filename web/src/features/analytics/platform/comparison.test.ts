import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeChange } from './comparison.ts'

const jobs = (now: number, before: number, length = 7) =>
  describeChange({
    now,
    before,
    length,
    describe: (count) => `${count} jobs`,
    format: String,
    less: 'fewer',
  })

test('an increase or decrease is described with its amount and share', () => {
  assert.equal(jobs(12, 10), '12 jobs, 2 more (20 %) than in the 7 days before')
  assert.equal(jobs(9, 12, 30), '9 jobs, 3 fewer (25 %) than in the 30 days before')
})

test('without earlier figures there is no share', () => {
  assert.equal(jobs(3, 0), '3 jobs, 3 more than in the 7 days before')
  assert.equal(jobs(0, 0), '0 jobs, the same as in the 7 days before')
})

test('one day is compared with the day before', () => {
  assert.equal(jobs(0, 4, 1), '0 jobs, 4 fewer (100 %) than on the day before')
})
