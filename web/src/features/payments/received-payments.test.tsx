import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dueConsultationPayment, duePayment, serveRows } from '#testing-market.ts'
import { requestsTo } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import { ReceivedPayments } from './received-payments.tsx'

const twoDaysAgo = new Date(Date.now() - 49 * 3_600_000).toISOString()

test.for([
  [{ created_at: twoDaysAgo }, 'Due', '2 days overdue'],
  [{ status: 'paid', paid_at: twoDaysAgo }, 'Paid', 'paid 2 days ago'],
  [{ status: 'refunded', refunded_at: twoDaysAgo }, 'Refunded', 'refunded 2 days ago'],
  [{ status: 'void', created_at: twoDaysAgo }, 'Void', 'created 2 days ago'],
] as const)('a payment shows its latest event: %#', async ([overrides, status, text]) => {
  serveRows('payments', () => [duePayment(overrides)])
  show(<ReceivedPayments userId={userId} sums={{ due: 900, paid: 0.5 }} hint="" />, {
    role: 'contractor',
  })
  const table = within(await screen.findByRole('table', { name: 'Payments to you' }))
  expect(table.getByRole('cell', { name: status })).toBeVisible()
  expect(table.getByRole('cell', { name: text })).toBeVisible()
  expect(table.getByRole('cell', { name: '$900' })).toBeVisible()
  expect(screen.getByText('$900 due, $0.50 paid')).toBeVisible()
})

test('payments for two consultations with one facility are told apart by their start', async () => {
  const titles = ['Dec 3, 2:00 PM consultation', 'Dec 9, 8:30 AM consultation']
  serveRows('payments', () =>
    titles.map((title) => dueConsultationPayment({ id: title, consultation: { title } })),
  )
  show(<ReceivedPayments userId={userId} sums={undefined} hint="" />, { role: 'consultant' })
  for (const name of titles) expect(await screen.findByRole('cell', { name })).toBeVisible()
})

test('payments are sorted by the time that the column "When" shows', async () => {
  serveRows('payments', () => [duePayment()])
  const { user } = show(<ReceivedPayments userId={userId} sums={undefined} hint="" />, {
    role: 'contractor',
  })
  await user.click(await screen.findByRole('button', { name: /^When/ }))
  const orders = requestsTo('GET', '/rest/v1/payments').map(({ query }) => query.get('order'))
  expect(orders).toEqual(['status_at.desc,id.asc', 'status_at.asc,id.asc'])
})

// @covers daily.payment-reference
test('markup in a reference is text', async () => {
  serveRows('payments', () => [duePayment({ status: 'paid', reference: '<b>ACH</b> 4711' })])
  show(<ReceivedPayments userId={userId} sums={{ due: 0, paid: 900 }} hint="" />, {
    role: 'contractor',
  })
  expect(await screen.findByRole('cell', { name: '<b>ACH</b> 4711' })).toBeVisible()
})
