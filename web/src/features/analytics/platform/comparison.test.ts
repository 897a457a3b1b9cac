import assert from 'node:assert/strict'
import { test } from 'vitest'
import { describeChange } from './comparison.ts'

const describeJobs = (now: number, before: number, length = 7) =>
  describeChange({
    now,
    before,
    length,
    describe: (count) => `${count} jobs posted`,
  })

test('an increase or decrease is described in percent', () => {
  assert.equal(describeJobs(12, 10), '12 jobs posted, up 20% from the previous 7 days')
  assert.equal(describeJobs(9, 12, 30), '9 jobs posted, down 25% from the previous 30 days')
  assert.equal(describeJobs(1001, 1000), '1001 jobs posted, about the same as the previous 7 days')
})

test('without earlier figures there is no percentage', () => {
  assert.equal(describeJobs(3, 0), '3 jobs posted, up from zero in the previous 7 days')
  assert.equal(describeJobs(3, 0, 1), '3 jobs posted, up from zero on the previous day')
  assert.equal(describeJobs(0, 0), '0 jobs posted, same as the previous 7 days')
})

test('one day is compared with the previous day', () => {
  assert.equal(describeJobs(0, 4, 1), '0 jobs posted, down 100% from the previous day')
})
