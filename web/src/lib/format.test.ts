import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCountOrMore, formatCountUpTo, nameOf, secondaryNameOf } from './format.ts'

test('a number is told up to the one that is counted to, and beyond it that there are more', () => {
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

test('a person is known by the own name, with the company beside it', () => {
  for (const role of ['consultant', 'contractor']) {
    assert.equal(nameOf({ ...person, role }), 'Priya Raman')
    assert.equal(secondaryNameOf({ ...person, role }), 'Raman Energy Audits')
  }
})

test('a facility is known by its company, with who speaks for it beside it', () => {
  const facility = { ...person, role: 'facility' }
  assert.equal(nameOf(facility), 'Raman Energy Audits')
  assert.equal(secondaryNameOf(facility), 'Priya Raman')
})

test('what is missing is taken from what is there', () => {
  assert.equal(nameOf({ ...person, full_name: null }), 'priya')
  assert.equal(nameOf({ ...person, full_name: '', username: null }), 'Raman Energy Audits')
  assert.equal(nameOf({ ...person, role: 'facility', company_name: '' }), 'Priya Raman')
  assert.equal(secondaryNameOf({ ...person, company_name: null }), undefined)
})

test('who has no name, or is not to be seen, is somebody', () => {
  assert.equal(nameOf(null), 'Somebody')
  assert.equal(nameOf({ role: 'facility', full_name: null, username: null }), 'Somebody')
})
