import assert from 'node:assert/strict'
import { test } from 'vitest'
import { defaultStartTime } from './booking-form.ts'

const at = (text: string, zone: string) => defaultStartTime(Date.parse(text), zone)

test('the default time is the next full hour tomorrow', () => {
  assert.equal(at('2026-11-20T16:20:30Z', 'America/Denver'), '2026-11-21T17:00:00.000Z')
})

test('at a full hour, the default is that hour tomorrow', () => {
  assert.equal(at('2026-11-20T16:00:00Z', 'America/Denver'), '2026-11-21T16:00:00.000Z')
})

test('in time zones with half-hour offsets, the default is a full hour of the time zone', () => {
  assert.equal(at('2026-11-20T16:20:00Z', 'Asia/Kolkata'), '2026-11-21T16:30:00.000Z')
  assert.equal(at('2026-11-20T16:20:00Z', 'Asia/Kathmandu'), '2026-11-21T17:15:00.000Z')
})

test('the default is 24 hours ahead even if the clocks change in between', () => {
  assert.equal(at('2026-03-07T20:10:00Z', 'America/Denver'), '2026-03-08T21:00:00.000Z')
})
