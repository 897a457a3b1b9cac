import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, reply, requestsTo, rows } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import { AcceptBidProvider, JobBids } from './job-bids.tsx'

const bidCount = (count: number) => reply('HEAD', '/rest/v1/bids', () => rows([], count))

// @covers 8.success.accepted 7.rpc.accept
test('a bid is accepted after a confirmation that says what follows', async () => {
  bidCount(2)
  reply('POST', '/rest/v1/rpc/accept_and_reject_bids', () => rows([]))
  const { user } = showBids()
  await user.click(screen.getByRole('button', { name: 'Accept Bid' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accept Bid' })
  await user.click(within(dialog).getByRole('button', { name: 'Accept Bid' }))
  expect(await screen.findByText('Bid accepted and others rejected.')).toBeVisible()
  expect(requestsTo('POST', '/rest/v1/rpc/accept_and_reject_bids').map(({ body }) => body)).toEqual(
    [{ selected_bid_id: 'bid', job_id: 'job' }],
  )
})

// @covers 8.accept.failed daily.accept-withdrawn
test('a bid that was withdrawn meanwhile is not accepted, with the reason', async () => {
  bidCount(0)
  reply('POST', '/rest/v1/rpc/accept_and_reject_bids', () =>
    refusal(409, 'bid_decided', 'This bid was withdrawn.'),
  )
  const { user } = showBids()
  await user.click(screen.getByRole('button', { name: 'Accept Bid' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accept Bid' })
  await user.click(within(dialog).getByRole('button', { name: 'Accept Bid' }))
  expect(
    await within(dialog).findByText('Something went wrong. This bid was withdrawn.'),
  ).toBeVisible()
})

function showBids() {
  const contractor = {
    id: 'contractor',
    role: 'contractor',
    full_name: 'Kelly Brandt',
    username: null,
    company_name: null,
    profile_picture: null,
  }
  const bid = {
    id: 'bid',
    amount: 4700,
    status: 'pending',
    created_at: '2026-11-20T15:00:00Z',
    can_accept: true,
    can_chat: false,
    contractor,
  }
  const job = { id: 'job', title: 'Roof leak', budget: 5000, total_bids: 1, bids: [bid] }
  return show(
    <AcceptBidProvider>
      <JobBids
        job={job}
        allBidsPath="/facility-dashboard?view=bids"
        chatPathFor={() => undefined}
      />
    </AcceptBidProvider>,
  )
}
