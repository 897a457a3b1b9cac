import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, networkFailure, refusal, reply, requestsTo } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import RecordPaymentDialog from './record-payment-dialog.tsx'

const record = '/rest/v1/rpc/record_payment'
const payment = { id: 'payment', amount: 900, name: 'Ruth Ellison', purpose: 'Reseal the dock' }

async function openDialog() {
  const { user } = show(<RecordPaymentDialog payment={payment} opened onClose={() => undefined} />)
  const element = await screen.findByRole('dialog', { name: 'Record payment' })
  const dialog = within(element)
  const reference = dialog.getByLabelText('Reference')
  const send = dialog.getByRole('button', { name: 'Record payment' })
  return { user, element, dialog, reference, send }
}

test('a payment is recorded once with its reference', async () => {
  reply('POST', record, () => json({ id: 'payment' }))
  const { user, element, reference, send } = await openDialog()
  expect(element).toHaveTextContent(
    '$900 to Ruth Ellison for Reseal the dock. This records a payment you made elsewhere.',
  )
  await user.type(reference, '<b>ACH</b> 4711')
  await user.dblClick(send)
  expect(await screen.findByText('Payment recorded.')).toBeVisible()
  expect(requestsTo('POST', record).map(({ body }) => body)).toEqual([
    { payment_id: 'payment', reference: '<b>ACH</b> 4711' },
  ])
})

// @covers daily.payment-reference
test('a missing or long reference is refused with a message', async () => {
  const { user, dialog, reference, send } = await openDialog()
  await user.click(send)
  expect(dialog.getByText('Enter a reference.')).toBeVisible()
  await user.click(reference)
  await user.paste('x'.repeat(201))
  await user.click(send)
  expect(dialog.getByText('Use at most 200 characters.')).toBeVisible()
  expect(requestsTo('POST', record)).toEqual([])
})

test('a payment that was recorded on another screen is reported, and the reference is kept', async () => {
  reply('POST', record, () => refusal(409, 'payment_not_pending', 'This payment is paid.'))
  const { user, dialog, reference, send } = await openDialog()
  await user.type(reference, 'ACH 4711')
  await user.click(send)
  expect(await dialog.findByRole('alert')).toHaveTextContent('This payment is paid.')
  expect(reference).toHaveValue('ACH 4711')
})

test('a retry after a lost response has the same idempotency key', async () => {
  reply('POST', record, networkFailure)
  const { user, dialog, reference, send } = await openDialog()
  await user.type(reference, 'ACH 4711')
  await user.click(send)
  expect(await dialog.findByRole('alert')).toHaveTextContent("Can't reach Mendwell.")
  reply('POST', record, () => json({ id: 'payment' }))
  await user.click(send)
  expect(await screen.findByText('Payment recorded.')).toBeVisible()
  const [first, second] = requestsTo('POST', record).map(({ headers }) =>
    headers.get('idempotency-key'),
  )
  expect(first).toMatch(/./)
  expect(second).toBe(first)
})
