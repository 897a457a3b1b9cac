import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  compareToBudget,
  formatBriefTime,
  formatCountOrMore,
  formatCountUpTo,
  formatEventTime,
  formatMoney,
  formatNearDay,
  formatOverdue,
  nameOf,
  secondaryNameOf,
} from './format.ts'

test('a count is exact up to its limit, and open-ended above it', () => {
  assert.equal(
    formatCountUpTo(1000, 1, 'job without bids', 'jobs without bids'),
    '1 job without bids',
  )
  assert.equal(formatCountUpTo(1000, 1000, 'mail'), '1,000 mails')
  assert.equal(formatCountUpTo(1000, 1001, 'mail'), '1,000+ mails')
  assert.equal(formatCountUpTo(1000, 1001), '1,000+')
  assert.equal(formatCountOrMore(1, 'entry', 'entries'), '1+ entries')
})

const person = {
  role: 'consultant',
  full_name: 'Priya Raman',
  username: 'priya',
  company_name: 'Raman Energy Audits',
}

test('a person is shown by name, with the company second', () => {
  for (const role of ['consultant', 'contractor']) {
    assert.equal(nameOf({ ...person, role }), 'Priya Raman')
    assert.equal(secondaryNameOf({ ...person, role }), 'Raman Energy Audits')
  }
})

test('a facility is shown by its company, with the contact person second', () => {
  const facility = { ...person, role: 'facility' }
  assert.equal(nameOf(facility), 'Raman Energy Audits')
  assert.equal(secondaryNameOf(facility), 'Priya Raman')
})

test('a missing name is replaced by the next one', () => {
  assert.equal(nameOf({ ...person, full_name: null }), 'priya')
  assert.equal(nameOf({ ...person, full_name: '', username: null }), 'Raman Energy Audits')
  assert.equal(nameOf({ ...person, role: 'facility', company_name: '' }), 'Priya Raman')
  assert.equal(secondaryNameOf({ ...person, company_name: null }), undefined)
})

test('a user without a name, or who is hidden, is shown as Someone', () => {
  assert.equal(nameOf(null), 'Someone')
  assert.equal(nameOf({ role: 'facility', full_name: null, username: null }), 'Someone')
})

test('whole dollars have no cents', () => {
  assert.equal(formatMoney(1200), '$1,200')
  assert.equal(formatMoney(1200.5), '$1,200.50')
  assert.equal(compareToBudget(1050, 1200), '$150 under budget')
  assert.equal(compareToBudget(1350.5, 1200), '$150.50 over budget')
  assert.equal(compareToBudget(1200, 1200), 'on budget')
})

test('a payment is due on its first day, and overdue after it', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  assert.equal(formatOverdue('2026-11-20T11:59:30Z', now), 'due today')
  assert.equal(formatOverdue('2026-11-19T13:00:00Z', now), 'due today')
  assert.equal(formatOverdue('2026-11-19T12:00:00Z', now), '1 day overdue')
  assert.equal(formatOverdue('2026-11-18T12:00:00Z', now), '2 days overdue')
  assert.equal(formatOverdue('2026-11-06T12:00:00Z', now), '2 weeks overdue')
})

test('an event is relative for a day, and then has its weekday and perhaps its year', () => {
  const now = new Date(2026, 10, 20, 12)
  assert.equal(formatEventTime(new Date(2026, 10, 20, 9), now), '3 hours ago')
  assert.equal(formatEventTime(new Date(2026, 10, 18, 9), now), 'Wed, Nov 18')
  assert.equal(formatEventTime(new Date(2025, 10, 18, 9), now), 'Tue, Nov 18, 2025')
})

test('a day is Today, Yesterday or a date, with the year if it is another one', () => {
  const now = new Date(2026, 10, 23, 9)
  const dayAt = (month: number, date: number, year = 2026) =>
    formatNearDay(new Date(year, month, date, 23), now)
  assert.equal(dayAt(10, 23), 'Today')
  assert.equal(dayAt(10, 22), 'Yesterday')
  assert.equal(dayAt(10, 20), 'Friday, November 20')
  assert.equal(dayAt(10, 20, 2025), 'Thursday, November 20, 2025')
})

test('a brief time is a clock time today, then a weekday, then a date', () => {
  const now = new Date(2026, 10, 23, 9)
  assert.equal(formatBriefTime(new Date(2026, 10, 23, 8, 5), now), '8:05 AM')
  assert.equal(formatBriefTime(new Date(2026, 10, 22, 23), now), 'Sun')
  assert.equal(formatBriefTime(new Date(2026, 10, 16, 8), now), 'Nov 16')
  assert.equal(formatBriefTime(new Date(2025, 10, 16, 8), now), 'Nov 16, 2025')
})
