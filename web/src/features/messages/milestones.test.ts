import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ConversationBid, ConversationDetails } from './conversation.queries.ts'
import { eventsOf, milestonesOf } from './milestones.ts'

const job = {
  id: 'job',
  title: 'Mend the gate',
  status: 'open',
  is_deleted: false,
  budget: 1200,
  category: 'General',
  location: null,
  created_at: '2026-11-10T12:00:00Z',
  awarded_contractor_id: null,
  awarded_at: null,
  finished_at: null,
  photos: [],
  payment: null,
}

const bid: ConversationBid = {
  id: 'bid',
  amount: 1150,
  status: 'pending',
  created_at: '2026-11-19T12:00:00Z',
}

function detailsOf(changes: Partial<ConversationDetails['job']>, isFacility = true) {
  const name = 'Omar Haddad'
  const details: ConversationDetails = {
    jobId: 'job',
    consultationId: null,
    partnerId: 'omar',
    isFacility,
    job: { ...job, ...changes },
    consultation: null,
    topic: 'job:job:omar',
    other: {
      id: 'omar',
      role: 'contractor',
      name,
      lesserName: undefined,
      headline: '',
      picture: '',
    },
  }
  return details
}

const labelsOf = (details: ConversationDetails, of: ConversationBid = bid) =>
  milestonesOf(details, of).map(({ label, at }) => (at ? label : `(${label})`))

const won = { awarded_contractor_id: 'omar', awarded_at: '2026-11-20T12:00:00Z' }

test('an open job with a bid has the award, the end and the payment ahead', () => {
  const labels = ['Posted', 'Bid placed', '(Awarded)', '(Finished)', '(Paid)']
  assert.deepEqual(labelsOf(detailsOf({})), labels)
})

test('a finished and paid job has every milestone behind it', () => {
  const payment = { amount: 1150, status: 'paid', paid_at: '2026-11-22T12:00:00Z' }
  const details = detailsOf({ ...won, finished_at: '2026-11-21T12:00:00Z', payment })
  assert.deepEqual(labelsOf(details), ['Posted', 'Bid placed', 'Awarded', 'Finished', 'Paid'])
  assert.deepEqual(
    eventsOf(details, bid).map(({ text }) => text),
    [
      'Omar Haddad bid $1,150',
      'You accepted the bid',
      'The job was finished',
      'A payment of $1,150 was recorded',
    ],
  )
})

test('the contractor reads the same events from the other side', () => {
  const texts = eventsOf(detailsOf(won, false), bid).map(({ text }) => text)
  assert.deepEqual(texts, ['You bid $1,150', 'Your bid was accepted'])
})

test('milestones that can no longer happen are left out', () => {
  const lost = { awarded_contractor_id: 'another', awarded_at: '2026-11-20T12:00:00Z' }
  assert.deepEqual(labelsOf(detailsOf(lost)), [
    'Posted',
    'Bid placed',
    'Awarded to another contractor',
  ])
  const withdrawn = { ...bid, status: 'withdrawn' }
  assert.deepEqual(labelsOf(detailsOf({}), withdrawn), ['Posted', 'Bid placed'])
  assert.deepEqual(labelsOf(detailsOf({ is_deleted: true })), ['Posted', 'Bid placed'])
})

test('a consultation is booked and ends, and a canceled one does not end', () => {
  const consultation = {
    title: 'Dec 3 consultation',
    scheduled_at: '2026-12-03T21:00:00Z',
    ends_at: '2026-12-03T22:00:00Z',
    duration_minutes: 60,
    fee: 150,
    status: 'booked',
    has_ended: false,
    created_at: '2026-11-19T12:00:00Z',
  }
  const of = (changes: object) => ({
    ...detailsOf({}),
    job: null,
    consultation: { ...consultation, ...changes },
  })
  assert.deepEqual(labelsOf(of({}), null), ['Booked', '(Ended)'])
  assert.deepEqual(labelsOf(of({ has_ended: true }), null), ['Booked', 'Ended'])
  assert.deepEqual(labelsOf(of({ status: 'cancelled' }), null), ['Booked'])
})
