import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isOwn, jobDetails, ruth, serveJobPage } from '#testing-job-page.ts'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import {
  bidId,
  bookedConsultation,
  contractorId,
  duePayment,
  jobId,
  receivedBid,
} from '#testing-market.ts'
import { json, networkFailure, reply, requestsTo, rows } from '#testing-network.ts'
import { visit } from '#testing-screen.tsx'

const overviewPath = `/facility/jobs/${jobId}`
const bidsPath = `${overviewPath}/bids`
const vera = { ...ruth, id: 'vera', full_name: 'Vera Lindqvist' }
const twoBids = [receivedBid(), receivedBid({ id: 'second', amount: 1150, contractor: vera })]
const awarded = {
  awarded_at: '2026-11-12T15:00:00Z',
  awarded_contractor_id: contractorId,
  awarded: ruth,
}

const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })
const part = (name: string) => within(screen.getByRole('region', { name }))

async function openJob(at = overviewPath) {
  const view = await visit(at, { role: 'facility' })
  await findTitle('Reseal the dock')
  await expect.poll(() => isSubscribedTo('bids')).toBe(true)
  return view
}

test('a facility sees the facts of its job, and the lowest bid against the budget', async () => {
  serveJobPage({
    job: () =>
      jobDetails({ ...isOwn, bid_count: 2, first_bids: [{ created_at: '2026-11-11T15:00:00Z' }] }),
    bids: () => twoBids,
  })
  const { user, address } = await openJob()
  const trail = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  expect(trail.getByRole('link', { name: 'Jobs' })).toHaveAttribute('href', '/facility/jobs')
  expect(part('Scope').getByText('Two doors on the north side.')).toBeVisible()
  expect(part('Money').getByText('$1,000')).toBeVisible()
  const events = part('Timeline').getAllByRole('listitem')
  expect(events.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Posted/),
    expect.stringMatching(/^First bid/),
    'Waiting for you to choose a bid',
  ])
  const bids = within(await screen.findByRole('region', { name: 'Bids' }))
  expect(bids.getByText(/Ruth Ellison/).closest('p')).toHaveTextContent(
    'Ruth Ellison has the lowest bid, $100 under budget.',
  )
  expect(bids.getByRole('img', { name: 'Budget $1,000. 2 bids: $900, $1,150.' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Review 2 bids' }))
  const list = within(await screen.findByRole('list', { name: 'Bids' }))
  expect(address()).toBe(bidsPath)
  expect(list.getAllByRole('button', { name: 'Accept Bid' })).toHaveLength(2)
})

test('a bid is accepted on the page of its job, which then shows the award', async () => {
  let isAwarded = false
  serveJobPage({
    job: () => jobDetails({ ...isOwn, bid_count: 1, ...(isAwarded ? awarded : {}) }),
    bids: () => [
      receivedBid(isAwarded ? { status: 'accepted', can_accept: false, can_chat: true } : {}),
    ],
  })
  reply('POST', '/rest/v1/rpc/accept_and_reject_bids', () => {
    isAwarded = true
    return rows([])
  })
  const { user } = await openJob(bidsPath)
  await user.click(await screen.findByRole('button', { name: 'Accept Bid' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept Bid' }))
  reply('GET', '/rest/v1/bids', ({ query }) =>
    query.has('id')
      ? rows([
          { status: 'pending', can_accept: true, job: { is_deleted: false, awarded_at: null } },
        ])
      : rows([receivedBid(isAwarded ? { status: 'accepted', can_accept: false } : {})]),
  )
  await user.click(dialog.getByRole('button', { name: 'Accept Bid' }))
  expect(await screen.findByText('Awarded')).toBeVisible()
  const answer = await screen.findByText(/Awarded to/)
  expect(answer).toHaveTextContent('Awarded to Ruth Ellison for $900, $100 under budget.')
})

test('a due payment is recorded on the page of its job', async () => {
  serveJobPage({
    job: () =>
      jobDetails({ ...isOwn, ...awarded, status: 'finished', finished_at: '2026-11-20T15:00:00Z' }),
    bids: () => [receivedBid({ status: 'accepted', can_accept: false })],
    payment: () => duePayment(),
  })
  const { user } = await openJob()
  const money = within(await screen.findByRole('region', { name: 'Money' }))
  expect(await money.findByText('Due')).toBeVisible()
  expect(money.getByText('Accepted bid').parentElement).toHaveTextContent('$900$100 under budget')
  expect(part('Timeline').getByText('Waiting for you to pay')).toBeVisible()
  await user.click(money.getByRole('button', { name: 'Record payment' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payment' }))
  reply('POST', '/rest/v1/rpc/record_payment', () => json({ id: 'payment' }))
  await user.type(dialog.getByLabelText('Reference'), 'ACH 4711')
  await user.click(dialog.getByRole('button', { name: 'Record payment' }))
  expect(await screen.findByText('Payment recorded.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'More for Reseal the dock' }))
  expect(await screen.findByRole('menuitem', { name: 'Post again' })).toBeVisible()
})

test('the page links to the chats and the consultations about the job', async () => {
  serveJobPage({
    job: () => jobDetails({ ...isOwn, ...awarded }),
    conversations: () => [
      {
        id: 'conversation',
        content: 'On my way.',
        created_at: '2026-11-20T15:00:00Z',
        unread_count: 1,
        counterpart_id: contractorId,
        counterpart_name: 'Ruth Ellison',
      },
    ],
    consultations: () => [bookedConsultation()],
  })
  await openJob()
  const chat = `/chat/job/${jobId}?with=${contractorId}`
  expect(screen.getByRole('link', { name: 'Chat' })).toHaveAttribute('href', chat)
  const conversations = within(await screen.findByRole('region', { name: 'Conversations' }))
  expect(conversations.getByRole('link', { name: 'Ruth Ellison' })).toHaveAttribute('href', chat)
  expect(conversations.getByText('On my way.')).toBeVisible()
  const consultations = within(await screen.findByRole('region', { name: 'Consultations' }))
  expect(consultations.getByText('Vera Lindqvist')).toBeVisible()
})

test('a job without bids, chats and consultations shows no empty parts', async () => {
  serveJobPage({ job: () => jobDetails(isOwn) })
  await openJob()
  await waitFor(() => expect(requestsTo('GET', '/rest/v1/consultations')).not.toEqual([]))
  const parts = screen
    .getAllByRole('region')
    .map((region) => region.getAttribute('aria-labelledby'))
  expect(parts).toHaveLength(3)
  expect(screen.getByText('Waiting for bids')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull()
})

test('a facility edits and deletes its job from the menu', async () => {
  serveJobPage({ job: () => jobDetails({ ...isOwn, can_edit: true, can_delete: true }) })
  reply('GET', '/rest/v1/job_categories', () => rows([{ name: 'Roofing' }]))
  const { user } = await openJob()
  await user.click(screen.getByRole('button', { name: 'More for Reseal the dock' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete job' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Job' }))
  reply('PATCH', '/rest/v1/jobs', () => rows([]))
  serveJobPage({ job: () => jobDetails({ ...isOwn, is_deleted: true }) })
  await user.click(dialog.getByRole('button', { name: 'Delete Job' }))
  expect(await screen.findByText('Deleted')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'More for Reseal the dock' })).toBeNull()
})

test('a new bid appears on the page without a reload', async () => {
  let bids = [receivedBid()]
  serveJobPage({ job: () => jobDetails({ ...isOwn, bid_count: bids.length }), bids: () => bids })
  await openJob()
  expect(await screen.findByRole('link', { name: 'Review 1 bid' })).toBeVisible()
  bids = [receivedBid({ id: 'lower', amount: 800, contractor: vera }), ...bids]
  sendChange('bids', 'INSERT', { id: 'lower', job_id: jobId })
  expect(await screen.findByRole('link', { name: 'Review 2 bids' })).toBeVisible()
  expect(await screen.findByText('Vera Lindqvist')).toBeVisible()
  expect(await screen.findByRole('link', { name: /^Bids ?2$/ })).toBeVisible()
})

test('a change of another job reads nothing', async () => {
  serveJobPage({ job: () => jobDetails(isOwn) })
  await openJob()
  await expect.poll(() => requestsTo('GET', '/rest/v1/jobs').length).toBe(1)
  sendChange('jobs', 'DELETE', { id: bidId })
  sendChange('jobs', 'UPDATE', { id: jobId })
  await expect.poll(() => requestsTo('GET', '/rest/v1/jobs').length).toBe(2)
})

test.each([
  ['a job that the facility may not see', overviewPath],
  ['a malformed id', '/facility/jobs/dock'],
])('%s is not found', async (_, path) => {
  serveJobPage({ job: () => undefined })
  await visit(path, { role: 'facility' })
  expect(await findTitle('Page not found')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toBeVisible()
})

test('a job that cannot be loaded says why, and Retry loads it', async () => {
  serveJobPage({ job: () => jobDetails(isOwn) })
  reply('GET', '/rest/v1/jobs', () => json({ code: 'XX000', message: 'secret' }, 500))
  const { user } = await visit(overviewPath, { role: 'facility' })
  expect(await screen.findByText('Failed to load this job.')).toBeVisible()
  serveJobPage({ job: () => jobDetails(isOwn) })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await findTitle('Reseal the dock')).toBeVisible()
})

test('bids that cannot be loaded leave the rest of the page', async () => {
  serveJobPage({ job: () => jobDetails(isOwn) })
  reply('GET', '/rest/v1/bids', networkFailure)
  await openJob()
  expect(await screen.findByText('Failed to load bids.', {}, { timeout: 10_000 })).toBeVisible()
  expect(part('Scope').getByText('Two doors on the north side.')).toBeVisible()
})
