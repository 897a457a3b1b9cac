import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { OutboxState, OutgoingMessage } from './outbox.ts'
import { findFirstRefused, findUnsent } from './unsent.ts'

const outgoing = (content: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  clientId: content,
  conversationId: 'talk',
  jobId: 'job',
  consultationId: null,
  recipientId: 'other',
  content,
  turn: 1,
  ...more,
})

const queueOf = (all: OutgoingMessage[], heldUp: [string, string][] = []): OutboxState => ({
  outgoing: all,
  landed: [],
  heldUp: new Map(heldUp),
})

test('refused messages come before waiting ones, and a message that is being sent is not reported', () => {
  const waiting = outgoing('Waiting')
  const refused = outgoing('Refused', { refusal: 'It has ended.' })
  assert.equal(findUnsent(queueOf([waiting]), 'talk'), undefined)
  assert.deepEqual(findUnsent(queueOf([waiting], [['talk', 'No line.']]), 'talk'), {
    state: 'Waiting',
    content: 'Waiting',
  })
  assert.deepEqual(findUnsent(queueOf([waiting, refused], [['talk', 'No line.']]), 'talk'), {
    state: 'Not sent',
    content: 'Refused',
  })
  assert.equal(findUnsent(queueOf([refused]), 'another talk'), undefined)
})

test('the path of a refused message leads to its conversation', () => {
  const refusal = 'It has ended.'
  const ofJob = queueOf([outgoing('Fine'), outgoing('Refused', { refusal })])
  assert.deepEqual(findFirstRefused(ofJob, 'me', true), {
    kind: 'job',
    jobId: 'job',
    contractorId: 'other',
  })
  assert.deepEqual(findFirstRefused(ofJob, 'me', false), {
    kind: 'job',
    jobId: 'job',
    contractorId: 'me',
  })
  const booked = { jobId: null, consultationId: 'booked', refusal }
  assert.deepEqual(findFirstRefused(queueOf([outgoing('Refused', booked)]), 'me', true), {
    kind: 'consultation',
    consultationId: 'booked',
  })
  assert.equal(findFirstRefused(queueOf([outgoing('Fine')]), 'me', true), undefined)
})
