import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { outboxStorage } from './outbox-storage.ts'
import type { OutgoingMessage } from './outbox.ts'

Object.defineProperty(globalThis, 'localStorage', { value: sessionStorage })

const outgoing: OutgoingMessage = {
  clientId: 'one',
  conversationId: 'talk',
  jobId: 'job',
  consultationId: null,
  recipientId: 'other',
  content: 'Words',
  turn: 1,
}

beforeEach(() => sessionStorage.clear())

function fill() {
  for (let size = 8_000_000; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (let count = 0; count < 4; count += 1) {
        sessionStorage.setItem(`filler ${size} ${count}`, 'x'.repeat(size))
      }
    } catch {
      // The storage has no room for another item of this size, so the loop continues with a smaller item.
    }
  }
}

test('if the storage is full, only the latest version of a message stays in memory', () => {
  const storage = outboxStorage('me')
  storage.put(outgoing)
  fill()
  const refused = { ...outgoing, refusal: 'The job has ended, and nobody writes there any more.' }
  storage.put(refused)
  assert.deepEqual(storage.all(), [refused])
  storage.put(outgoing)
  assert.deepEqual(storage.all(), [outgoing])
  storage.remove('one')
  assert.deepEqual(storage.all(), [])
})

test('a message that did not fit is stored when there is room', () => {
  const storage = outboxStorage('me')
  fill()
  storage.put(outgoing)
  assert.deepEqual([storage.all(), outboxStorage('me').all()], [[outgoing], []])
  sessionStorage.clear()
  storage.put(outgoing)
  assert.deepEqual([storage.all(), outboxStorage('me').all()], [[outgoing], [outgoing]])
})
