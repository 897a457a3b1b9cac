import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deedOf, detailsOf } from './entry-texts.ts'

test('what an admin did is said in words', () => {
  assert.equal(deedOf('set_role', { from: 'contractor', to: 'admin' }), 'Changed a role')
  assert.equal(detailsOf('set_role', { from: null, to: 'admin' }, ''), 'From none to admin')
  assert.equal(detailsOf('release_award', { contractor: 'x' }, 'Elena'), 'Taken from Elena')
  assert.equal(detailsOf('refund_payment', { amount: 1234.5 }, ''), '$1,234.50')
  assert.equal(detailsOf('create_user', { role: 'facility' }, ''), 'As facility')
  assert.equal(deedOf('admit', { role: 'facility' }), 'Gave a first role')
  assert.equal(detailsOf('admit', { role: 'facility' }, ''), 'As facility')
  const review = { rating: 1, comment: 'Late.' }
  assert.equal(detailsOf('remove_review', review, 'Kim'), '1 star for Kim: “Late.”')
})

test('a mail is told by what it is about, and by its address where nobody has it', () => {
  assert.equal(detailsOf('send_mail_again', { mail: 'recovery' }, ''), '“Reset a password”')
  assert.equal(
    detailsOf('remove_mail', { mail: 'email_change', address: 'new@example.test' }, ''),
    '“Change an address” to new@example.test',
  )
  assert.equal(detailsOf('remove_mail', { mail: 'second-moon_mail' }, ''), '“second moon mail”')
  assert.equal(detailsOf('remove_mail', {}, ''), '')
})

test('a ban without an end is one that was lifted, one for ever is for good', () => {
  assert.equal(deedOf('ban', { until: null }), 'Lifted a ban')
  assert.equal(detailsOf('ban', { until: null }, ''), '')
  assert.equal(deedOf('ban', { until: 'infinity' }), 'Banned')
  assert.equal(detailsOf('ban', { until: 'infinity' }, ''), 'For good')
})

test('what is not known here is said as the server calls it', () => {
  assert.equal(deedOf('move_mountain', {}), 'move mountain')
  assert.equal(detailsOf('move_mountain', { amount: 'many' }, ''), '')
  assert.equal(detailsOf('refund_payment', { amount: 'many' }, ''), '')
})
