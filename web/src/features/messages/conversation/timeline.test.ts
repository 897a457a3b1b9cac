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

test('earlier pages and newer messages join the timeline', () => {
  const joined = withOlder(
    withNewMessages(opened, [message(11)]),
    [6, 7].map((seq) => message(seq)),
    3,
  )
  assert.deepEqual(seqsIn(joined), [6, 7, 8, 9, 10, 11])
  assert.equal(opened.isComplete, false)
  assert.equal(joined.isComplete, true)
})

test('a message that arrives early waits until the gap is filled', () => {
  const timelineWithGap = withNewMessages(opened, [message(13), message(12)])
  assert.deepEqual(seqsIn(timelineWithGap), [8, 9, 10])
  assert.deepEqual(seqsIn(withNewMessages(timelineWithGap, [message(11)])), [8, 9, 10, 11, 12, 13])
})

test('a repeated message changes nothing', () => {
  const newMessages = [message(11), message(11), message(12), message(9)]
  assert.deepEqual(
    seqsIn(withNewMessages(withNewMessages(opened, newMessages), newMessages)),
    [8, 9, 10, 11, 12],
  )
})

test('a read message stays read even if an older update arrives late', () => {
  const first = withRead(opened, [8])
  const seen = withNewMessages(withNewMessages(first, [message(9, true)]), [message(9, false)])
  assert.deepEqual(
    seen.messages.map(({ isRead }) => isRead),
    [true, true, false],
  )
})

test('the first message starts an empty timeline', () => {
  assert.deepEqual(seqsIn(withNewMessages(timelineOf([], 3), [message(1)])), [1])
})

test('messages that arrive in any order are shown in order', () => {
  for (let round = 0; round < 200; round += 1) {
    const newMessages = Array.from({ length: 30 }, (_, index) => message(index + 11))
    const shuffled = newMessages
      .flatMap((item) => [item, item])
      .map((item) => ({ item, at: Math.random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item)
    let timeline = opened
    for (const item of shuffled) {
      const seqsBefore = seqsIn(timeline)
      timeline = withNewMessages(timeline, [item])
      assert.deepEqual(seqsIn(timeline).slice(0, seqsBefore.length), seqsBefore)
    }
    assert.deepEqual(seqsIn(timeline), [8, 9, 10, ...newMessages.map(({ seq }) => seq)])
  }
})
