import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import { duePayment, jobId, ownBid, serveContractorDashboard, serveRows } from '#testing-market.ts'
import { reply, requestsTo, rows } from '#testing-network.ts'
import { userId, visit } from '#testing-screen.tsx'

const open = (list: string) => visit(`/contractor/${list}`, { role: 'contractor' })

for (const [list, title, text] of [
  ['bids', 'Bids', 'No bids yet.'],
  ['active', 'Active jobs', 'No active jobs.'],
  ['payments', 'Payments', 'No payments yet.'],
] as const) {
  test(`the page ${list} has a title, and says so when it is empty`, async () => {
    serveContractorDashboard()
    await open(list)
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
}

test('the table of bids has the status, the next step and the comparison with the budget', async () => {
  serveContractorDashboard()
  serveRows('bids', () => [ownBid()])
  await open('bids')
  const row = within(await screen.findByRole('row', { name: /Reseal the dock/ }))
  expect(row.getByText('Pending')).toBeVisible()
  expect(row.getByText('Waiting for Dana Whitfield')).toBeVisible()
  expect(row.getByText(/(?:under|over|on) budget$/)).toBeVisible()
})

test('the search for a bid asks for the title of its job', async () => {
  serveContractorDashboard()
  serveRows('bids', () => [ownBid()])
  const { user } = await open('bids')
  await user.type(await screen.findByRole('searchbox'), 'dock')
  const asksForTitle = () =>
    requestsTo('GET', '/rest/v1/bids').some(({ query }) =>
      query.get('job.or')?.includes('title.ilike'),
    )
  await expect.poll(asksForTitle).toBe(true)
})

test('an active job is marked complete, and leaves the list', async () => {
  let list = [ownBid({ status: 'accepted' }, { can_finish: true })]
  serveContractorDashboard()
  serveRows('bids', () => list)
  reply('PATCH', '/rest/v1/jobs', () => {
    list = []
    return rows([{ id: jobId }])
  })
  const { user } = await open('active')
  await user.click(await screen.findByRole('button', { name: 'Mark Complete: Reseal the dock' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark Complete' }))
  await user.click(dialog.getByRole('button', { name: 'Mark Complete' }))
  expect(await screen.findByText('No active jobs.')).toBeVisible()
  const ids = requestsTo('GET', '/rest/v1/bids').find(({ query }) => query.has('job.status'))
  expect(ids?.query.get('job.status')).toBe('eq.open')
})

test('a payment that the facility records is shown without reading the payments', async () => {
  const due = {
    id: 'payment',
    payee_id: userId,
    job_id: jobId,
    amount: 900,
    status: 'pending',
    reference: null,
    paid_at: null,
    refunded_at: null,
    status_at: '2026-11-20T15:00:00+00:00',
  }
  serveContractorDashboard()
  serveRows('payments', () => [duePayment(due)])
  await open('payments')
  expect(await screen.findByRole('cell', { name: 'Due' })).toBeVisible()
  await expect.poll(() => isSubscribedTo('payments')).toBe(true)
  const reads = () => requestsTo('GET', '/rest/v1/payments').length
  const readsBefore = reads()
  const at = '2026-11-21T12:00:00+00:00'
  const paid = { ...due, status: 'paid', reference: 'Check 4711', paid_at: at, status_at: at }
  sendChange('payments', 'UPDATE', paid, due)
  expect(await screen.findByRole('cell', { name: 'Paid' })).toBeVisible()
  expect(screen.getByRole('cell', { name: 'Check 4711' })).toBeVisible()
  expect(reads()).toBe(readsBefore)
})
