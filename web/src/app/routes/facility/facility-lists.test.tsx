import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import {
  dueConsultationPayment,
  jobId,
  postedJob,
  receivedBid,
  serveFacilityDashboard,
  serveRows,
} from '#testing-market.ts'
import { refusal, reply, requestsTo } from '#testing-network.ts'
import { userId, visit } from '#testing-screen.tsx'

const open = (list: string) => visit(`/facility/${list}`, { role: 'facility' })
const paymentTitle = 'Dec 3, 2:00 PM consultation'

for (const [list, title, text] of [
  ['jobs', 'Jobs', 'No jobs posted yet.'],
  ['bids', 'Bids', 'No bids yet.'],
  ['consultations', 'Consultations', 'No consultations yet.'],
  ['payments', 'Payments', 'No payments due.'],
] as const) {
  test(`the page of ${list} has a title, and says so when it is empty`, async () => {
    serveFacilityDashboard()
    await open(list)
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
}

test('the table of jobs has the status, the number of bids and the lowest price of each', async () => {
  serveFacilityDashboard()
  const bids = [receivedBid({ amount: 900 }), receivedBid({ id: 'other', amount: 820 })]
  serveRows('jobs', () => [postedJob({ bids, bid_count: 2 })])
  await open('jobs')
  const row = within(await screen.findByRole('row', { name: /Reseal the dock/ }))
  for (const text of ['Open', '$1,000', '$820', '$180 under budget']) {
    expect(row.getByText(text)).toBeVisible()
  }
  expect(row.getByRole('link', { name: '2' })).toHaveAttribute(
    'href',
    `/facility/jobs/${jobId}/bids`,
  )
})

test('a job that is posted elsewhere appears in the table of jobs', async () => {
  let list: Record<string, unknown>[] = []
  serveFacilityDashboard()
  serveRows('jobs', () => list)
  await open('jobs')
  expect(await screen.findByText('No jobs posted yet.')).toBeVisible()
  await expect.poll(() => isSubscribedTo('jobs')).toBe(true)
  list = [postedJob()]
  sendChange('jobs', 'INSERT', { id: jobId, facility_id: userId })
  expect(await screen.findByRole('row', { name: /Reseal the dock/ })).toBeVisible()
})

test('a table of jobs that cannot be loaded says so in its place', async () => {
  serveFacilityDashboard()
  reply('GET', '/rest/v1/jobs', () => refusal(500, 'XX000', 'no words for people'))
  await open('jobs')
  expect(await screen.findByText(/Failed to load your jobs\./)).toBeVisible()
})

test('the list of payments and the dialog to record one name the consultation', async () => {
  serveFacilityDashboard()
  serveRows('payments', () => [dueConsultationPayment()])
  const { user } = await open('payments')
  const table = within(await screen.findByRole('table', { name: 'Your payments' }))
  expect(table.getByRole('cell', { name: paymentTitle })).toBeVisible()
  await user.click(table.getByRole('button', { name: 'Record payment' }))
  const dialog = await screen.findByRole('dialog', { name: 'Record payment' })
  expect(dialog).toHaveTextContent(`$900 to Vera Lindqvist for ${paymentTitle}.`)
})

test('a new message does not refetch the payments', async () => {
  serveFacilityDashboard()
  await open('payments')
  expect(await screen.findByText('No payments due.')).toBeVisible()
  await expect.poll(() => isSubscribedTo('messages')).toBe(true)
  const reads = () => requestsTo('GET', '/rest/v1/payments').length
  const readsBefore = reads()
  sendChange('messages', 'INSERT', { id: 'message', recipient_id: userId, job_id: jobId })
  await expect.poll(() => requestsTo('GET', '/rest/v1/rpc/my_unread').length).toBeGreaterThan(0)
  expect(reads()).toBe(readsBefore)
})
