import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { jobDetails, serveJobPage } from '#testing-job-page.ts'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import { duePayment, jobId, ownBid, sendJobEvent } from '#testing-market.ts'
import { json, reply, requestsTo } from '#testing-network.ts'
import { userId, visit } from '#testing-screen.tsx'

const path = `/contractor/jobs/${jobId}`
const isMine = { awarded_at: '2026-11-12T15:00:00Z', awarded_contractor_id: userId }

const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })
const part = (name: string) => within(screen.getByRole('region', { name }))

async function openJob() {
  const view = await visit(path, { role: 'contractor' })
  await findTitle('Reseal the dock')
  await expect.poll(() => isSubscribedTo('bids')).toBe(true)
  return view
}

test('a contractor bids on the page of a job', async () => {
  let bids: ReturnType<typeof ownBid>[] = []
  serveJobPage({
    job: () => jobDetails({ can_bid: bids.length === 0, bid_count: bids.length }),
    bids: () => bids,
  })
  const { user } = await openJob()
  expect(screen.getByText('Dana Whitfield')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Your bid' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Place Bid' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Place Bid' }))
  reply('POST', '/rest/v1/bids', () => {
    bids = [ownBid()]
    return json({ id: 'bid' }, 201)
  })
  await user.type(dialog.getByLabelText('Amount'), '900')
  await user.click(dialog.getByRole('button', { name: 'Place Bid' }))
  const own = within(await screen.findByRole('region', { name: 'Your bid' }))
  expect(own.getByText('Pending')).toBeVisible()
  expect(own.getByText(/under budget/)).toHaveTextContent('Waiting for Dana Whitfield')
  expect(own.getByRole('img', { name: 'Budget $1,000. 1 bid: $900.' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Place Bid' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible()
})

test('a contractor completes the job from its page', async () => {
  serveJobPage({
    job: () => jobDetails({ ...isMine, can_finish: true, bid_count: 1 }),
    bids: () => [ownBid({ status: 'accepted', can_withdraw: false }, { can_finish: true })],
  })
  const { user } = await openJob()
  expect(part('Timeline').getByText('Awarded to you')).toBeVisible()
  expect(part('Timeline').getByText('Waiting for you to finish the work')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Mark Complete: Reseal the dock' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mark Complete' })
  expect(dialog).toHaveTextContent('Mark this job as complete?')
})

test('after the work, a contractor sees the payment', async () => {
  serveJobPage({
    job: () => jobDetails({ ...isMine, status: 'finished', finished_at: '2026-11-20T15:00:00Z' }),
    bids: () => [ownBid({ status: 'accepted', can_withdraw: false }, { status: 'finished' })],
    payment: () => duePayment(),
  })
  await openJob()
  expect(screen.getByText('Job Completed')).toBeVisible()
  expect(await part('Money').findByText('Due')).toBeVisible()
  expect(part('Timeline').getByText('Waiting for Dana Whitfield to pay')).toBeVisible()
})

test('a losing bidder does not learn who got the job', async () => {
  serveJobPage({
    job: () => jobDetails({ awarded_at: '2026-11-12T15:00:00Z', awarded_contractor_id: 'other' }),
    bids: () => [ownBid({ status: 'rejected', can_withdraw: false })],
  })
  await openJob()
  expect(part('Timeline').getByText('Awarded to another contractor')).toBeVisible()
  expect(part('Timeline').queryByText(/^Waiting/)).toBeNull()
})

test('the number of bids follows those of other contractors', async () => {
  let count = 0
  serveJobPage({ job: () => jobDetails({ can_bid: true, bid_count: count }) })
  await openJob()
  count = 3
  sendJobEvent({ before: { id: jobId }, row: { id: jobId, bid_count: 3 } })
  expect(await part('Money').findByText('3')).toBeVisible()
})

test('a job that went to somebody else is no longer found, and no recent one either', async () => {
  let job: ReturnType<typeof jobDetails> | undefined = jobDetails({ can_bid: true })
  serveJobPage({ job: () => job })
  await openJob()
  const recent = await screen.findByRole('navigation', { name: 'Recent' })
  expect(within(recent).getByRole('link', { name: 'Reseal the dock' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  job = undefined
  sendChange('jobs', 'DELETE', { id: jobId })
  expect(await findTitle('Page not found')).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Recent' })).toBeNull()
})

test.each([path, '/contractor/jobs/dock'])('%s is not found', async (address) => {
  serveJobPage({ job: () => undefined })
  await visit(address, { role: 'contractor' })
  expect(await findTitle('Page not found')).toBeVisible()
  const isMalformed = address.endsWith('dock')
  expect(requestsTo('GET', '/rest/v1/jobs')).toHaveLength(isMalformed ? 0 : 1)
})
