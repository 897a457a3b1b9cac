import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedSoFar, countedTo } from './counted.ts'

test('a number is told up to the one that is counted to, and beyond it that there are more', () => {
  assert.equal(countedTo(1000, 1, 'job without bids', 'jobs without bids'), '1 job without bids')
  assert.equal(countedTo(1000, 1000, 'mail'), '1,000 mails')
  assert.equal(countedTo(1000, 1001, 'mail'), '1,000+ mails')
  assert.equal(countedTo(1000, 1001), '1,000+')
  assert.equal(countedSoFar(1, 'entry', 'entries'), '1+ entries')
})
