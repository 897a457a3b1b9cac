import assert from 'node:assert/strict'
import { test } from 'vitest'
import { photoPollDelayMs } from './photo-poll-delay.ts'

test('photos of a new job are polled six times in the first minute', () => {
  let polls = 0
  let age = 0
  for (; age < 60_000; polls += 1) age += photoPollDelayMs(0, age)
  assert.equal(photoPollDelayMs(0, 0), 2000)
  assert.deepEqual([polls, age], [6, 64_000])
})

test('photos of older jobs are polled every minute', () => {
  assert.equal(photoPollDelayMs(0, 60_000), 60_000)
  assert.equal(photoPollDelayMs(0, 3_600_000), 60_000)
})
