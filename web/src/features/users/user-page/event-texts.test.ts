import assert from 'node:assert/strict'
import { test } from 'vitest'
import { describeEvent, groupByDay } from './event-texts.ts'
import type { UserEvent } from './user-page.queries.ts'

const event = (overrides: Partial<UserEvent>): UserEvent => ({
  key: 'x',
  at: '2026-11-20T19:00:00Z',
  kind: 'bid',
  title: 'Fix the roof',
  jobId: 'job',
  amount: 950,
  budget: 1000,
  rating: null,
  otherId: 'other',
  otherName: 'Dana',
  ...overrides,
})

function sentenceOf(overrides: Partial<UserEvent>) {
  const { verb, amount, joint, subject, detail } = describeEvent(event(overrides))
  const sentence = [verb, amount, joint, subject].filter(Boolean).join(' ')
  return detail ? `${sentence}. ${detail}` : sentence
}

test('each kind of event has a sentence with its other side and amount', () => {
  const sentences = {
    bid: 'Bid $950 on Fix the roof. $50 under budget · Dana',
    post: 'Posted Fix the roof. Budget $950',
    award: 'Awarded Fix the roof. To Dana · $950',
    win: 'Won Fix the roof. Dana · $950',
    finish: 'Finished Fix the roof. Dana · $950',
    pay: 'Paid $950 for Fix the roof. To Dana',
    earn: 'Was paid $950 for Fix the roof. By Dana',
    refund: 'Got a refund of $950 for Fix the roof. From Dana',
    return: 'Refunded $950 for Fix the roof. To Dana',
    login: 'Logged in',
    join: 'Joined Mendwell',
  }
  for (const [kind, sentence] of Object.entries(sentences))
    assert.equal(sentenceOf({ kind }), sentence)
})

test('bookings and reviews are about the other user', () => {
  const title = 'Dec 3, 2:00 PM consultation'
  assert.equal(sentenceOf({ kind: 'book', title }), `Booked Dana. ${title} · $950`)
  assert.equal(sentenceOf({ kind: 'booked', title, amount: null }), `Was booked by Dana. ${title}`)
  assert.equal(sentenceOf({ kind: 'review', rating: 4 }), 'Reviewed Dana. 4 of 5 stars')
  assert.equal(sentenceOf({ kind: 'reviewed', rating: 1 }), 'Was reviewed by Dana. 1 of 5 stars')
  assert.equal(describeEvent(event({ kind: 'book' })).subjectIs, 'user')
  assert.equal(describeEvent(event({ kind: 'bid' })).subjectIs, 'job')
})

test('an unknown kind has the name that the server gives it', () => {
  assert.equal(sentenceOf({ kind: 'sailed' }), 'sailed')
})

test('events are grouped by local day, and the latest two days have names', () => {
  const now = new Date(2026, 10, 20, 12)
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
  const days = groupByDay(
    [at(20, 11), at(20, 1), at(19, 23), at(17, 8), at(-400, 8)].map((time) => event({ at: time })),
    now,
  )
  assert.deepEqual(
    days.map(({ day, events }) => [day, events.length]),
    [
      ['Today', 2],
      ['Yesterday', 1],
      ['Tuesday, November 17', 1],
      ['Friday, September 26, 2025', 1],
    ],
  )
})
