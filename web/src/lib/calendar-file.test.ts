import assert from 'node:assert/strict'
import { test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const createdAt = new Date('2026-11-20T20:00:00Z')
const meeting = {
  uid: '7@mendwell',
  starts: new Date('2026-03-08T09:30:00Z'),
  ends: new Date('2026-03-08T10:30:00Z'),
  title: 'Consultation',
  description: 'Chat',
  address: 'https://mendwell.test/chat/consultation/7',
}

test('times are in UTC, also across a clock change', () => {
  const lines = calendarFile(meeting, createdAt).split('\r\n')
  for (const line of [
    'UID:7@mendwell',
    'DTSTAMP:20261120T200000Z',
    'DTSTART:20260308T093000Z',
    'DTEND:20260308T103000Z',
  ]) {
    assert.ok(lines.includes(line), line)
  }
})

test('an event without a length has no end', () => {
  assert.doesNotMatch(calendarFile({ ...meeting, ends: meeting.starts }, createdAt), /DTEND/)
})

test('a line break in a text cannot begin a new property', () => {
  const title = 'Lee; Sons, Inc. \\ <b>\r\nATTENDEE:mailto:a@b.c\u0007'
  const file = calendarFile({ ...meeting, title }, createdAt)
  assert.match(file, /SUMMARY:Lee\\; Sons\\, Inc\. \\\\ <b>\\nATTENDEE:mailto:a@b\.c\r\n/)
})

test('long lines are folded after at most 75 bytes, and no character is split', () => {
  const title = 'מוסך 🛠️ '.repeat(40)
  const file = calendarFile({ ...meeting, title }, createdAt)
  for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  assert.ok(file.replaceAll('\r\n ', '').includes(`SUMMARY:${title}`))
})
