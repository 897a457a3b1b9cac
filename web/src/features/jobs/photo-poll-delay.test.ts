import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilNextLook } from './photo-poll-delay.ts'

test('photos of a new job are looked for at once, and five times in its first minute', () => {
  let looks = 0
  let age = 0
  for (; age < 60_000; looks += 1) age += untilNextLook(0, age)
  assert.equal(untilNextLook(0, 0), 2000)
  assert.deepEqual([looks, age], [6, 64_000])
})

test('photos of older jobs are looked for each minute', () => {
  assert.equal(untilNextLook(0, 60_000), 60_000)
  assert.equal(untilNextLook(0, 3_600_000), 60_000)
})
