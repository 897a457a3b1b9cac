import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaveOutbox, outboxOf } from './outboxes.ts'

/** A device that keeps nothing. */
Object.defineProperty(globalThis, 'localStorage', { value: undefined })

test('whoever leaves the page leaves nothing of what waits in it', () => {
  const outbox = outboxOf('me')
  outbox.add({
    conversationId: 'talk',
    jobId: 'job',
    consultationId: null,
    recipientId: 'other',
    content: 'A secret',
  })
  assert.equal(outboxOf('me').get().outgoing[0]?.content, 'A secret')
  leaveOutbox('me')
  assert.deepEqual(outboxOf('me').get().outgoing, [])
})
