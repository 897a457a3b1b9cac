import assert from 'node:assert/strict'
import { test } from 'vitest'
import { actionText, detailsText } from './entry-texts.ts'

test('an action of an admin has a text', () => {
  assert.equal(actionText('set_role', { from: 'contractor', to: 'admin' }), 'Changed a role')
  assert.equal(detailsText('set_role', { from: null, to: 'admin' }, ''), 'From no role to admin')
  assert.equal(detailsText('release_award', { contractor: 'x' }, 'Elena'), 'Taken from Elena')
  assert.equal(detailsText('refund_payment', { amount: 1234.5 }, ''), '$1,234.50')
  assert.equal(detailsText('create_user', { role: 'facility' }, ''), 'As facility')
  assert.equal(actionText('admit', { role: 'facility' }), 'Assigned a first role')
  assert.equal(detailsText('admit', { role: 'facility' }, ''), 'As facility')
  const review = { rating: 1, comment: 'Late.' }
  assert.equal(detailsText('remove_review', review, 'Kim'), '1 star for Kim: “Late.”')
})

test('an email entry has the subject, and the address if no user has this address', () => {
  assert.equal(detailsText('send_mail_again', { mail: 'recovery' }, ''), '“Reset a password”')
  assert.equal(
    detailsText('remove_mail', { mail: 'email_change', address: 'new@example.test' }, ''),
    '“Change an email address” to new@example.test',
  )
  assert.equal(detailsText('remove_mail', { mail: 'second-moon_mail' }, ''), '“second moon mail”')
  assert.equal(detailsText('remove_mail', {}, ''), '')
})

test('a ban without an end is a lifted ban, and a ban with an infinite end is permanent', () => {
  assert.equal(actionText('ban', { until: null }), 'Lifted a suspension')
  assert.equal(detailsText('ban', { until: null }, ''), '')
  assert.equal(actionText('ban', { until: 'infinity' }), 'Suspended a user')
  assert.equal(detailsText('ban', { until: 'infinity' }, ''), 'Permanently')
})

test('an unknown action has the name that the server gives it', () => {
  assert.equal(actionText('move_mountain', {}), 'move mountain')
  assert.equal(detailsText('move_mountain', { amount: 'many' }, ''), '')
  assert.equal(detailsText('refund_payment', { amount: 'many' }, ''), '')
})
