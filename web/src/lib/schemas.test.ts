import assert from 'node:assert/strict'
import { test } from 'vitest'
import * as z from 'zod/mini'
import { moment } from './clock.ts'
import { crossFieldCheck, day, isOn, money, several, wholeNumber } from './schemas.ts'

const messages = { missing: 'Missing.', wrong: 'Wrong.' }

/** Returns the parsed value, or the message of the first problem. */
function read(schema: z.core.$ZodType, value: unknown): unknown {
  const { success, data, error } = z.safeParse(schema, value)
  return success ? data : error.issues[0]?.message
}

test('money is accepted in the usual spellings', () => {
  const written = { '1,000': 1000, '$1,000.50': 1000.5, ' 250 ': 250, '0.01': 0.01, '$ 5': 5 }
  for (const [text, amount] of Object.entries(written)) {
    assert.equal(read(money(messages), text), amount, text)
  }
  assert.equal(read(money(messages), '9,999,999.99'), 9_999_999.99)
})

test('money may be written in thousands', () => {
  const written = { '9.2k': 9200, '$12 K': 12_000, '1.0015k': 1001.5, '0.00001k': 0.01 }
  for (const [text, amount] of Object.entries(written)) {
    assert.equal(read(money(messages), text), amount, text)
  }
  for (const text of ['9.200001k', '1,000k', 'k', '9k5', '10000k']) {
    assert.equal(read(money(messages), text), 'Wrong.', text)
  }
})

test('an invalid amount is refused with the message of the screen', () => {
  const invalidAmounts = [
    '12.345',
    '-1',
    '1e9',
    '0',
    '0.00',
    '1,00',
    '10000000',
    '1 000',
    'ten',
    '1.',
    '٣',
  ]
  for (const text of invalidAmounts) assert.equal(read(money(messages), text), 'Wrong.', text)
  for (const text of ['', '   ']) assert.equal(read(money(messages), text), 'Missing.')
})

test('a whole number has no fraction and stays within its limits', () => {
  const years = wholeNumber(messages, { min: 0, max: 1500 })
  assert.deepEqual(
    ['0', ' 12 ', '1,200', '1501', '-1', '1.5', '1e2', ''].map((text) => read(years, text)),
    [0, 12, 1200, 'Wrong.', 'Wrong.', 'Wrong.', 'Wrong.', 'Missing.'],
  )
})

test('a day must exist in the calendar', () => {
  assert.deepEqual(
    ['2028-02-29', '2026-02-29', '2026-2-1', '?', ''].map((text) => read(day(messages), text)),
    ['2028-02-29', 'Wrong.', 'Wrong.', 'Wrong.', 'Missing.'],
  )
})

test('a date and time is read in the time zone of the field', () => {
  const denver = moment(messages, 'America/Denver')
  assert.equal(read(denver, '2026-11-20T14:00'), '2026-11-20T21:00:00.000Z')
  assert.equal(read(denver, '2026-07-01T14:00'), '2026-07-01T20:00:00.000Z')
  assert.equal(
    read(moment(messages, 'Asia/Kathmandu'), '2026-01-01T00:00'),
    '2025-12-31T18:15:00.000Z',
  )
  assert.equal(read(denver, ''), 'Missing.')
  assert.equal(read(denver, '?'), 'Wrong.')
})

test('a time that a clock change skips is refused, and a repeated time means the first one', () => {
  const denver = moment(messages, 'America/Denver')
  assert.match(String(read(denver, '2026-03-08T02:30')), /doesn't exist/)
  assert.equal(read(denver, '2026-03-08T03:00'), '2026-03-08T09:00:00.000Z')
  assert.equal(read(denver, '2026-11-01T01:30'), '2026-11-01T07:30:00.000Z')
})

test('a date and time can have further checks', () => {
  const later = moment(messages, 'UTC').check(z.refine((at) => at > '2026-06', 'Too early.'))
  assert.equal(read(later, '2026-01-01T00:00'), 'Too early.')
  assert.equal(read(later, '2026-07-01T00:00'), '2026-07-01T00:00:00.000Z')
})

test('a form leaves out switches that are off and lists without a value', () => {
  const schema = z.object({ sound: isOn(), kinds: several(z.string()) })
  assert.deepEqual(read(schema, {}), { sound: false, kinds: [] })
  assert.deepEqual(read(schema, { sound: 'on', kinds: 'one' }), { sound: true, kinds: ['one'] })
  assert.deepEqual(read(schema, { kinds: ['a', 'b'] }), { sound: false, kinds: ['a', 'b'] })
})

test('a check of two fields does not wait for the other fields', () => {
  const schema = z
    .object({ fee: money(messages), from: day(messages), to: day(messages) })
    .check(crossFieldCheck(['from', 'to'], ({ from, to }) => from <= to, 'to', 'Before the start.'))
  const wrongIn = (values: object) =>
    new Set(z.safeParse(schema, values).error?.issues.map(({ path }) => path[0]))
  const backwards = { from: '2026-02-01', to: '2026-01-01' }
  assert.deepEqual(wrongIn({ fee: '', ...backwards }), new Set(['fee', 'to']))
  assert.deepEqual(wrongIn({ fee: '1', ...backwards, from: 'x' }), new Set(['from']))
})
