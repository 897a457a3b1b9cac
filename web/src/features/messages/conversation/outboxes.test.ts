import assert from 'node:assert/strict'
import { test } from 'vitest'
import { forgetOutbox, outboxFor } from './outboxes.ts'

/** Simulates a device without `localStorage`. */
Object.defineProperty(globalThis, 'localStorage', { value: undefined })

test('a user who leaves the page leaves no waiting messages in it', () => {
  const outbox = outboxFor('me')
  outbox.add({
    conversationId: 'talk',
    jobId: 'job',
    consultationId: null,
    recipientId: 'other',
    content: 'A secret',
  })
  assert.equal(outboxFor('me').get().outgoing[0]?.content, 'A secret')
  forgetOutbox('me')
  assert.deepEqual(outboxFor('me').get().outgoing, [])
})
