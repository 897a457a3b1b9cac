import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isSubscribedTo, sendBroadcast, sendChange } from '#testing-live.ts'
import {
  availableJob,
  duePayment,
  jobId,
  ownBid,
  sendJobEvent,
  serveAvailableJobs,
  serveContractorDashboard,
  serveRows,
} from '#testing-market.ts'
import { refusal, reply, requestsTo, rows } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import ContractorDashboard from './contractor-dashboard.tsx'

const otherJobId = '77777777-7777-4777-8777-777777777777'
const jobs = () => within(screen.getByRole('region', { name: 'Available Jobs' }))
const bids = () => within(screen.getByRole('region', { name: 'Your Bids' }))

async function openDashboard(at = '/contractor-dashboard') {
  const view = show(<ContractorDashboard />, { at, role: 'contractor' })
  await expect.poll(() => isSubscribedTo('jobs')).toBe(true)
  return view
}

/** Returns how often the page has read each of these tables and views. */
function readCounts(names: readonly string[]) {
  return names.map((name) => requestsTo('GET', `/rest/v1/${name}`).length)
}

const ownLists = ['bids', 'rpc/my_dashboard']

// @covers 8.empty.available-jobs
test('a contractor without entries sees an explanation in each list, even with invalid URL parameters', async () => {
  serveContractorDashboard()
  await openDashboard('/contractor-dashboard?bids.tab=what&bids.page=9999')
  expect(await screen.findByText('No available jobs right now.')).toBeVisible()
  expect(await bids().findByText('No bids yet.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull()
})

test('a job that changes is updated without a request', async () => {
  serveContractorDashboard()
  serveAvailableJobs(() => [availableJob()])
  await openDashboard()
  expect(await jobs().findByText('Reseal the dock')).toBeVisible()
  const countsBefore = readCounts(['rpc/find_available_jobs', 'dashboard_available_jobs'])
  sendJobEvent({ before: availableJob(), row: availableJob({ title: 'Reseal both docks' }) })
  expect(await jobs().findByText('Reseal both docks')).toBeVisible()
  expect(readCounts(['rpc/find_available_jobs', 'dashboard_available_jobs'])).toEqual(countsBefore)
})

// @covers 8.bid.failed daily.bid-on-awarded
test('the bid dialog reports that its job was awarded in the meantime', async () => {
  let job: Record<string, unknown>[] = [availableJob()]
  serveContractorDashboard()
  serveAvailableJobs(() => job)
  reply('GET', '/rest/v1/jobs', () =>
    rows(
      job.length > 0 ? [{ ...availableJob(), is_deleted: false, awarded_at: null, bids: [] }] : [],
    ),
  )
  reply('POST', '/rest/v1/bids', () =>
    refusal(409, 'job_closed', 'This job is closed for bids.', 'Look for another job.'),
  )
  const { user } = await openDashboard()
  await user.click(await jobs().findByRole('button', { name: 'Place Bid: Reseal the dock' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Place Bid' }))
  await user.type(dialog.getByLabelText('Amount'), '950')
  job = []
  sendJobEvent({ before: availableJob() })
  expect(
    await dialog.findByText(/^This job no longer takes bids\. .* Your amount is kept\.$/),
  ).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Place Bid' }))
  expect(
    await dialog.findByText(
      'Error placing bid. Please try again. This job is closed for bids. Look for another job.',
    ),
  ).toBeVisible()
  expect(dialog.getByLabelText('Amount')).toHaveValue('950')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await jobs().findByText('No available jobs right now.')).toBeVisible()
})

// @covers 2.contractor-dashboard.available
test('a new job appears without a request', async () => {
  serveContractorDashboard()
  await openDashboard()
  expect(await jobs().findByText('No available jobs right now.')).toBeVisible()
  await expect.poll(() => readCounts(ownLists)).not.toContain(0)
  const countsBefore = readCounts([...ownLists, 'rpc/find_available_jobs'])
  sendJobEvent({ row: availableJob() })
  expect(await jobs().findByRole('heading', { name: 'Reseal the dock' })).toBeVisible()
  expect(jobs().getByText('1 job')).toBeVisible()
  expect(readCounts([...ownLists, 'rpc/find_available_jobs'])).toEqual(countsBefore)
})

test('a job that is awarded to somebody else disappears without a request', async () => {
  serveContractorDashboard()
  serveAvailableJobs(() => [availableJob()])
  await openDashboard()
  expect(await jobs().findByRole('heading', { name: 'Reseal the dock' })).toBeVisible()
  await expect.poll(() => readCounts(ownLists)).not.toContain(0)
  const countsBefore = readCounts([...ownLists, 'rpc/find_available_jobs'])
  sendJobEvent({ before: availableJob() })
  expect(await jobs().findByText('No available jobs right now.')).toBeVisible()
  expect(readCounts([...ownLists, 'rpc/find_available_jobs'])).toEqual(countsBefore)
})

test('an event that the list already contains changes nothing', async () => {
  serveContractorDashboard()
  serveAvailableJobs(() => [availableJob()])
  await openDashboard()
  expect(await jobs().findByText('1 job')).toBeVisible()
  const old = { xid: '9', id: otherJobId, before: availableJob(), row: null, is_new: false }
  sendBroadcast('available-jobs', 'job', old, '')
  sendJobEvent({ row: availableJob({ id: otherJobId, title: 'Paint the fence' }) })
  expect(await jobs().findByText('2 jobs')).toBeVisible()
})

test('a new job does not move the list under the pointer', async () => {
  serveContractorDashboard()
  serveAvailableJobs(() => [availableJob()])
  const { user } = await openDashboard()
  await user.hover(await jobs().findByRole('button', { name: 'Place Bid: Reseal the dock' }))
  sendJobEvent({
    row: availableJob({
      id: otherJobId,
      title: 'Paint the fence',
      created_at: '2026-11-21T14:00:00+00:00',
    }),
  })
  const newRowsButton = await jobs().findByRole('button', { name: '1 new' })
  expect(jobs().getAllByRole('listitem')).toHaveLength(1)
  await user.click(newRowsButton)
  expect(
    jobs()
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Paint the fence', 'Reseal the dock'])
})

// @covers 8.confirm.complete 8.success.completed 7.jobs.finish
test('a job is marked complete after a confirmation', async () => {
  serveContractorDashboard()
  serveRows('bids', () => [ownBid({ status: 'accepted' }, { can_finish: true })])
  reply('PATCH', '/rest/v1/jobs', () => rows([{ id: jobId }]))
  const { user } = await openDashboard()
  await user.click(await bids().findByRole('button', { name: 'Mark Complete: Reseal the dock' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark Complete' }))
  expect(dialog.getByText('Mark this job as complete?')).toBeVisible()
  await user.dblClick(dialog.getByRole('button', { name: 'Mark Complete' }))
  expect(await screen.findByText('Job marked as complete.')).toBeVisible()
  expect(requestsTo('PATCH', '/rest/v1/jobs').map(({ body }) => body)).toEqual([
    { status: 'finished' },
  ])
})

test('a refused withdrawal says why', async () => {
  serveContractorDashboard()
  serveRows('bids', () => [ownBid()])
  reply('PATCH', '/rest/v1/bids', () =>
    refusal(409, 'bid_decided', 'This bid was accepted.', 'Reload to see its current status.'),
  )
  const { user } = await openDashboard()
  await user.click(await bids().findByRole('button', { name: 'Withdraw: Reseal the dock' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw bid' }))
  expect(dialog.getByText('Withdraw this bid?')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await dialog.findByText(/^This bid was accepted\./)).toBeVisible()
})

test('a payment event marks a bid as paid without a request', async () => {
  const due = { ...duePayment(), payee_id: userId, job_id: jobId }
  const won = { awarded_contractor_id: userId, status: 'finished', payments: { status: 'pending' } }
  serveContractorDashboard()
  serveRows('bids', () => [ownBid({ status: 'accepted', can_withdraw: false }, won)])
  await openDashboard()
  expect(await bids().findByText('Waiting for Dana Whitfield to pay')).toBeVisible()
  await expect.poll(() => isSubscribedTo('payments')).toBe(true)
  const readCountsBefore = readCounts(['bids'])
  sendChange('payments', 'UPDATE', { ...due, status: 'paid' }, due)
  expect(await bids().findByText('Nothing left to do')).toBeVisible()
  expect(readCounts(['bids'])).toEqual(readCountsBefore)
})

test("a decision about the user's bid appears by itself", async () => {
  let list = [ownBid()]
  serveContractorDashboard()
  serveRows('bids', () => list)
  await openDashboard()
  expect(await bids().findByText('Waiting for Dana Whitfield')).toBeVisible()
  list = [ownBid({ status: 'accepted' }, { can_finish: true })]
  sendChange('bids', 'UPDATE', { id: 'bid', contractor_id: userId, status: 'accepted' })
  expect(await bids().findByText('Waiting for you to finish the work')).toBeVisible()
  list = [ownBid({ status: 'rejected' }, { can_bid: true })]
  sendChange('bids', 'UPDATE', { id: 'bid', contractor_id: userId, status: 'rejected' })
  expect(await bids().findByText('The award was revoked; you can bid again')).toBeVisible()
  expect(bids().queryByRole('button', { name: /^Mark Complete/ })).toBeNull()
})
