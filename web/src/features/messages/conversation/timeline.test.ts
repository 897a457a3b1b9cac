import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Message } from './message.ts'
import { type Timeline, timelineOf, withNewMessages, withOlder, withRead } from './timeline.ts'

const message = (seq: number, isRead = false): Message => ({
  clientId: `client ${seq}`,
  seq,
  senderId: seq % 2 ? 'one' : 'other',
  content: `Message ${seq}`,
  isRead,
  at: '2026-11-20T12:00:00Z',
})

const seqsIn = ({ messages }: Timeline) => messages.map(({ seq }) => seq)

const opened = timelineOf([message(8), message(9), message(10)], 3)

test('pages before it and news after it join what is there', () => {
  const whole = withOlder(
    withNewMessages(opened, [message(11)]),
    [6, 7].map((seq) => message(seq)),
    3,
  )
  assert.deepEqual(seqsIn(whole), [6, 7, 8, 9, 10, 11])
  assert.equal(opened.isComplete, false)
  assert.equal(whole.isComplete, true)
})

test('what comes ahead of its turn waits until the gap is read', () => {
  const early = withNewMessages(opened, [message(13), message(12)])
  assert.deepEqual(seqsIn(early), [8, 9, 10])
  assert.deepEqual(seqsIn(withNewMessages(early, [message(11)])), [8, 9, 10, 11, 12, 13])
})

test('what comes again changes nothing', () => {
  const news = [message(11), message(11), message(12), message(9)]
  assert.deepEqual(seqsIn(withNewMessages(withNewMessages(opened, news), news)), [8, 9, 10, 11, 12])
})

test('what was read stays read, also where older word of it comes late', () => {
  const first = withRead(opened, [8])
  const seen = withNewMessages(withNewMessages(first, [message(9, true)]), [message(9, false)])
  assert.deepEqual(
    seen.messages.map(({ isRead }) => isRead),
    [true, true, false],
  )
})

test('news of a conversation without a message begin it', () => {
  assert.deepEqual(seqsIn(withNewMessages(timelineOf([], 3), [message(1)])), [1])
})

test('news in any order end in order', () => {
  for (let round = 0; round < 200; round += 1) {
    const news = Array.from({ length: 30 }, (_, place) => message(place + 11))
    const shuffled = news
      .flatMap((one) => [one, one])
      .map((one) => ({ one, at: Math.random() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ one }) => one)
    let timeline = opened
    for (const one of shuffled) {
      const before = seqsIn(timeline)
      timeline = withNewMessages(timeline, [one])
      assert.deepEqual(seqsIn(timeline).slice(0, before.length), before)
    }
    assert.deepEqual(seqsIn(timeline), [8, 9, 10, ...news.map(({ seq }) => seq)])
  }
})
