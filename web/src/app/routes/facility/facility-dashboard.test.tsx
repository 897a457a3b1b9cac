import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import {
  bidId,
  contractorId,
  jobId,
  listedConsultant,
  noFigures,
  postedJob,
  receivedBid,
  serveDashboard,
  serveFacilityDashboard,
  serveRows,
} from '#testing-market.ts'
import { refusal, reply, requestsTo, rows } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import FacilityDashboard from './facility-dashboard.tsx'

type Row = Record<string, unknown>

const dashboard = '/facility-dashboard'
const jobs = () => within(screen.getByRole('region', { name: 'Your Posted Jobs' }))
const findJob = async () => within(await screen.findByRole('article', { name: 'Reseal the dock' }))
const withdrawn = receivedBid({ id: 'withdrawn', status: 'withdrawn', can_accept: false })
const bidsToReview = {
  kind: 'bids_to_judge',
  id: jobId,
  title: 'Reseal the dock',
  job_id: jobId,
  consultation_id: null,
  other_id: contractorId,
  other_name: 'Ruth Ellison',
  amount: 900,
  count: 1,
  since: '2026-11-20T15:00:00Z',
}

async function openDashboard(at = dashboard) {
  const view = show(<FacilityDashboard />, { at })
  await expect.poll(() => isSubscribedTo('jobs')).toBe(true)
  return view
}

// @covers 8.empty.jobs-posted
test('a facility without jobs sees the first step', async () => {
  serveFacilityDashboard()
  await openDashboard()
  expect(await jobs().findByText('No jobs posted yet.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull()
})

// @covers 2.facility-dashboard.jobs 8.empty.bids-yet
test('a new bid appears without a reload, next to its job and as an open item', async () => {
  let [list, waiting]: Row[][] = [[postedJob()], []]
  serveFacilityDashboard()
  serveRows('jobs', () => list ?? [])
  serveDashboard({ figures: noFigures, openItems: () => waiting ?? [] })
  await openDashboard()
  expect((await findJob()).getByText('No bids yet.')).toBeVisible()
  list = [postedJob({ bids: [receivedBid()] })]
  waiting = [bidsToReview]
  sendChange('bids', 'INSERT', { id: bidId, job_id: jobId })
  const bid = within(await (await findJob()).findByRole('listitem'))
  for (const text of ['Ruth Ellison', '$900', '$100 under budget', 'Pending']) {
    expect(bid.getByText(text)).toBeVisible()
  }
  const card = within(await screen.findByRole('region', { name: 'Waiting for you' }))
  expect(card.getByRole('listitem')).toHaveTextContent('Ruth Ellison bid $900')
})

test('after withdrawn bids, a new bid expands the bids of its job', async () => {
  let list: Row[] = [postedJob({ bids: [withdrawn] })]
  serveFacilityDashboard()
  serveRows('jobs', () => list)
  await openDashboard()
  const job = await findJob()
  expect(job.getByRole('button', { name: '0 bids' })).toHaveAttribute('aria-expanded', 'false')
  expect(job.queryByRole('listitem')).toBeNull()
  list = [postedJob({ bids: [receivedBid({ amount: 820 }), withdrawn] })]
  sendChange('bids', 'INSERT', { id: bidId, job_id: jobId })
  expect(await job.findByRole('button', { name: 'Accept Bid' })).toBeVisible()
  expect(job.getAllByRole('listitem')).toHaveLength(2)
})

test('an open item leads to the bids of its job', async () => {
  serveFacilityDashboard()
  serveRows('jobs', () => [postedJob({ bids: [receivedBid()] })])
  serveDashboard({ figures: noFigures, openItems: () => [{ ...bidsToReview, count: 2 }] })
  const { user, address } = await openDashboard()
  const card = within(await screen.findByRole('region', { name: 'Waiting for you' }))
  expect(card.getByRole('listitem')).toHaveTextContent('2 bids, lowest $900')
  await user.click(card.getByRole('button', { name: /^Review bids/ }))
  expect(address()).toBe(`/facility/jobs/${jobId}/bids`)
})

test('a URL with an unknown job shows all jobs', async () => {
  serveFacilityDashboard()
  serveRows('jobs', () => [postedJob()])
  await openDashboard(`${dashboard}?job=abc`)
  expect(await findJob()).toBeTruthy()
  expect(requestsTo('GET', '/rest/v1/jobs').some(({ query }) => query.has('id', 'eq.abc'))).toBe(
    false,
  )
})

test('the dialog of a bid closes and says why if another bid was accepted in another tab', async () => {
  const job = { is_deleted: false, awarded_at: null as string | null }
  let current = { ...receivedBid(), job }
  serveFacilityDashboard()
  serveRows('jobs', () => [postedJob({ bids: [current] })])
  serveRows('bids', () => [current], 1)
  const { user } = await openDashboard()
  await user.click(await (await findJob()).findByRole('button', { name: 'Accept Bid' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept Bid' }))
  expect(await dialog.findByText(/The other bidder will be notified\./)).toBeVisible()
  const awarded = { ...job, awarded_at: '2026-11-21T15:00:00Z' }
  current = { ...receivedBid({ status: 'rejected', can_accept: false }), job: awarded }
  sendChange('bids', 'UPDATE', { id: bidId, job_id: jobId })
  expect(await screen.findByText('Another bid on this job was accepted.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

// @covers 8.list.failed
test('a list that cannot be loaded shows an error in its place, and is retried', async () => {
  serveFacilityDashboard()
  reply('GET', '/rest/v1/jobs', () => refusal(500, 'XX000', 'no words for people'))
  const { user } = await openDashboard()
  const failure = within(await jobs().findByRole('alert'))
  expect(failure.getByText(/Failed to load your jobs\./)).toBeVisible()
  expect(failure.getByText(/Something went wrong\./)).toBeVisible()
  expect(await screen.findByRole('link', { name: /^Posted Jobs/ })).toBeVisible()
  serveRows('jobs', () => [postedJob()])
  await user.click(failure.getByRole('button', { name: 'Retry' }))
  expect(await findJob()).toBeTruthy()
})

// @covers 2.facility-dashboard.consultants
test('Consultants opens the list of available consultants, and closes it again', async () => {
  serveFacilityDashboard()
  const { user } = await openDashboard()
  const button = screen.getByRole('button', { name: 'Consultants' })
  const panel = () => screen.queryByRole('region', { name: 'Available Consultants' })
  expect(panel()).toBeNull()
  await user.click(button)
  expect(await screen.findByRole('region', { name: 'Available Consultants' })).toBeVisible()
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await user.click(button)
  expect(panel()).toBeNull()
  expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('a job with more bids than it shows has the right count, and the list of bids has the rest', async () => {
  const manyJobs = Array.from({ length: 99 }, (_, index) =>
    receivedBid({ id: `bid ${index}`, status: 'withdrawn', can_accept: false }),
  )
  serveFacilityDashboard()
  serveRows('jobs', () => [postedJob({ bid_count: 1, bids: [receivedBid(), ...manyJobs] })])
  serveRows('bids', () => [], 105)
  const { user, address } = await openDashboard()
  const job = await findJob()
  expect(job.getByRole('button', { name: '1 bid' })).toBeVisible()
  expect(job.getAllByRole('listitem')).toHaveLength(6)
  await user.click(job.getByRole('button', { name: 'Show the first 100 bids' }))
  expect(job.getAllByRole('listitem')).toHaveLength(100)
  await user.click(job.getByRole('link', { name: 'List of all 105 bids' }))
  expect(address()).toBe('/facility/bids?q=Reseal+the+dock')
})

for (const [status, shown, hidden] of [
  ['open', '$1,000', '$850'],
  ['finished', '$850', '$1,000'],
] as const) {
  test(`a job that is ${status} and has an accepted bid shows ${shown}`, async () => {
    const accepted = receivedBid({ amount: 850, status: 'accepted', can_accept: false })
    serveFacilityDashboard()
    serveRows('jobs', () => [postedJob({ status, bid_count: 1, bids: [accepted] })])
    await openDashboard()
    const job = await findJob()
    expect(job.getByText(shown)).toBeVisible()
    expect(job.queryByText(hidden)).toBeNull()
  })
}

async function openDeletion(bidCount: number) {
  let list: Row[] = [postedJob({ bid_count: bidCount })]
  serveFacilityDashboard()
  serveRows('jobs', () => list)
  const { user } = await openDashboard()
  await user.click((await findJob()).getByRole('button', { name: 'Delete job' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Job' }))
  return { user, dialog, deleted: () => (list = []) }
}

// @covers 2.facility-dashboard.delete 4.job.soft-delete 8.confirm.delete 7.jobs.delete
test('deleting a job explains the effect on its bids, and the job leaves the list', async () => {
  const { user, dialog, deleted } = await openDeletion(2)
  expect(dialog.getByText('Are you sure you want to delete this job?')).toBeVisible()
  expect(dialog.getByText(/Its 2 pending bids will be rejected\./)).toBeVisible()
  reply('PATCH', '/rest/v1/jobs', () => {
    deleted()
    return rows([])
  })
  await user.dblClick(dialog.getByRole('button', { name: 'Delete Job' }))
  expect(await jobs().findByText('No jobs posted yet.')).toBeVisible()
  const changes = requestsTo('PATCH', '/rest/v1/jobs')
  expect(changes.map(({ body }) => body)).toEqual([{ is_deleted: true }])
  expect(changes[0]?.query.get('id')).toBe(`eq.${jobId}`)
})

// @covers daily.delete-awarded
test('Cancel does not delete the job, and a job that was awarded meanwhile cannot be deleted', async () => {
  const { user, dialog } = await openDeletion(1)
  expect(dialog.getByText(/Its pending bid will be rejected\./)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click((await findJob()).getByRole('button', { name: 'Delete job' }))
  reply('PATCH', '/rest/v1/jobs', () =>
    refusal(409, 'job_awarded', 'This job is awarded and cannot be deleted.'),
  )
  const reopenedDialog = within(await screen.findByRole('dialog', { name: 'Delete Job' }))
  await user.click(reopenedDialog.getByRole('button', { name: 'Delete Job' }))
  expect(
    await reopenedDialog.findByText('This job is awarded and cannot be deleted.'),
  ).toBeVisible()
  expect(requestsTo('PATCH', '/rest/v1/jobs')).toHaveLength(1)
})

// @covers 2.facility-dashboard.inbox-link
test('the Inbox link on the dashboard leads to the inbox', async () => {
  serveFacilityDashboard()
  await openDashboard()
  expect(screen.getByRole('link', { name: 'Inbox' })).toHaveAttribute('href', '/inbox')
})

// @covers 2.facility-dashboard.book 8.confirm.book
test('a facility can book a consultant from the panel', async () => {
  serveFacilityDashboard()
  reply('POST', '/rest/v1/rpc/search_consultants', () => rows([listedConsultant()]))
  serveRows('profiles', () => [{ id: listedConsultant()['id'], open: [], latest: [] }])
  const { user } = await openDashboard(`${dashboard}?consultants=shown`)
  await user.click(await screen.findByRole('button', { name: 'Book Consultation' }))
  expect(await screen.findByText('Book a consultation with this consultant?')).toBeVisible()
})

// @covers daily.job-markup
test('a job shows markup and Arabic script as plain text', async () => {
  const title = '<img src=x onerror=alert(1)> إصلاح'
  serveFacilityDashboard()
  serveRows('jobs', () => [postedJob({ title, description: '<script>alert(2)</script>' })])
  const { user } = await openDashboard()
  const job = within(await screen.findByRole('article', { name: title }))
  await user.click(job.getByRole('button', { name: 'Details' }))
  expect(job.getByText('<script>alert(2)</script>')).toBeVisible()
  expect(job.queryByRole('img')).toBeNull()
})
