import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { OutboxState, OutgoingMessage } from './outbox.ts'
import { findFirstRefused, findUnsent } from './unsent.ts'

const outgoingMessage = (
  content: string,
  overrides: Partial<OutgoingMessage> = {},
): OutgoingMessage => ({
  clientId: content,
  conversationId: 'talk',
  jobId: 'job',
  consultationId: null,
  recipientId: 'other',
  content,
  turn: 1,
  ...overrides,
})

const queueOf = (messages: OutgoingMessage[], heldUp: [string, string][] = []): OutboxState => ({
  outgoing: messages,
  landed: [],
  heldUp: new Map(heldUp),
})

test('refused messages come before waiting ones, and a message that is being sent is not reported', () => {
  const waiting = outgoingMessage('Waiting')
  const refused = outgoingMessage('Refused', { refusal: 'It has ended.' })
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
  const jobMessage = queueOf([outgoingMessage('Fine'), outgoingMessage('Refused', { refusal })])
  assert.deepEqual(findFirstRefused(jobMessage, 'me', true), {
    kind: 'job',
    jobId: 'job',
    contractorId: 'other',
  })
  assert.deepEqual(findFirstRefused(jobMessage, 'me', false), {
    kind: 'job',
    jobId: 'job',
    contractorId: 'me',
  })
  const consultationMessage = { jobId: null, consultationId: 'booked', refusal }
  assert.deepEqual(
    findFirstRefused(queueOf([outgoingMessage('Refused', consultationMessage)]), 'me', true),
    {
      kind: 'consultation',
      consultationId: 'booked',
    },
  )
  assert.equal(findFirstRefused(queueOf([outgoingMessage('Fine')]), 'me', true), undefined)
})
