import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Outgoing } from './outbox.ts'
import { shelfOf } from './outbox-storage.ts'

Object.defineProperty(globalThis, 'localStorage', { value: sessionStorage })

const outgoing: Outgoing = {
  clientId: 'one',
  conversationId: 'talk',
  jobId: 'job',
  consultationId: null,
  recipientId: 'other',
  content: 'Words',
  turn: 1,
}

beforeEach(() => sessionStorage.clear())

/** Leaves no room for anything. */
function fill() {
  for (let size = 8_000_000; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (let count = 0; count < 4; count += 1) {
        sessionStorage.setItem(`filler ${size} ${count}`, 'x'.repeat(size))
      }
    } catch {
      // Less goes in.
    }
  }
}

test('where storage is full, a message lives with the page, once and as it is now', () => {
  const shelf = shelfOf('me')
  shelf.put(outgoing)
  fill()
  const refused = { ...outgoing, refusal: 'The job has ended, and nobody writes there any more.' }
  shelf.put(refused)
  assert.deepEqual(shelf.all(), [refused])
  shelf.put(outgoing)
  assert.deepEqual(shelf.all(), [outgoing])
  shelf.remove('one')
  assert.deepEqual(shelf.all(), [])
})

test('a message that found no room moves in when there is some', () => {
  const shelf = shelfOf('me')
  fill()
  shelf.put(outgoing)
  assert.deepEqual([shelf.all(), shelfOf('me').all()], [[outgoing], []])
  sessionStorage.clear()
  shelf.put(outgoing)
  assert.deepEqual([shelf.all(), shelfOf('me').all()], [[outgoing], [outgoing]])
})
