import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outgoing, Queue } from './outbox.ts'
import { firstRefused, unsentIn } from './unsent.ts'

const outgoing = (content: string, more: Partial<Outgoing> = {}): Outgoing => ({
  clientId: content,
  conversationId: 'talk',
  jobId: 'job',
  consultationId: null,
  recipientId: 'other',
  content,
  turn: 1,
  ...more,
})

const queueOf = (all: Outgoing[], heldUp: [string, string][] = []): Queue => ({
  outgoing: all,
  landed: [],
  heldUp: new Map(heldUp),
})

test('what was refused comes before what waits, and what is on its way is no news', () => {
  const waiting = outgoing('Waiting')
  const refused = outgoing('Refused', { refusal: 'It has ended.' })
  assert.equal(unsentIn(queueOf([waiting]), 'talk'), undefined)
  assert.deepEqual(unsentIn(queueOf([waiting], [['talk', 'No line.']]), 'talk'), {
    state: 'Waiting',
    content: 'Waiting',
  })
  assert.deepEqual(unsentIn(queueOf([waiting, refused], [['talk', 'No line.']]), 'talk'), {
    state: 'Not sent',
    content: 'Refused',
  })
  assert.equal(unsentIn(queueOf([refused]), 'another talk'), undefined)
})

test('a refused message is found where its writer has the conversation', () => {
  const refusal = 'It has ended.'
  const ofJob = queueOf([outgoing('Fine'), outgoing('Refused', { refusal })])
  assert.deepEqual(firstRefused(ofJob, 'me', true), {
    kind: 'job',
    jobId: 'job',
    contractorId: 'other',
  })
  assert.deepEqual(firstRefused(ofJob, 'me', false), {
    kind: 'job',
    jobId: 'job',
    contractorId: 'me',
  })
  const booked = { jobId: null, consultationId: 'booked', refusal }
  assert.deepEqual(firstRefused(queueOf([outgoing('Refused', booked)]), 'me', true), {
    kind: 'consultation',
    consultationId: 'booked',
  })
  assert.equal(firstRefused(queueOf([outgoing('Fine')]), 'me', true), undefined)
})
