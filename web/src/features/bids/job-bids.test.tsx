import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { networkFailure, refusal, reply, requestsTo, rows } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import { AcceptBidProvider, JobBids } from './job-bids.tsx'

const bidCount = (count: number) => reply('HEAD', '/rest/v1/bids', () => rows([], count))

const acceptable = {
  status: 'pending',
  can_accept: true,
  job: { is_deleted: false, awarded_at: null as string | null },
}
/** Serves the current state of the bid, which the dialog reads when it opens. */
const serveBid = (change: Partial<typeof acceptable> = {}) =>
  reply('GET', '/rest/v1/bids', () => rows([{ ...acceptable, ...change }]))

// @covers 8.success.accepted 7.rpc.accept
test('a bid is accepted after a confirmation that says what follows', async () => {
  bidCount(2)
  serveBid()
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

// @covers daily.accept-withdrawn
test('a bid that was withdrawn meanwhile is not accepted, with the reason', async () => {
  bidCount(0)
  serveBid()
  reply('POST', '/rest/v1/rpc/accept_and_reject_bids', () =>
    refusal(409, 'bid_decided', 'This bid was withdrawn.'),
  )
  const { user } = showBids()
  await user.click(screen.getByRole('button', { name: 'Accept Bid' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accept Bid' })
  await user.click(within(dialog).getByRole('button', { name: 'Accept Bid' }))
  expect(await within(dialog).findByText('This bid was withdrawn.')).toBeVisible()
})

// @covers 8.accept.failed
test('an unexpected failure to accept a bid begins with "Something went wrong."', async () => {
  bidCount(0)
  serveBid()
  const { user } = showBids()
  for (const [failure, text] of [
    [() => refusal(500, 'XX000', 'no words for people'), 'Something went wrong.'],
    [networkFailure, /^Something went wrong\. Can't reach Mendwell\./],
  ] as const) {
    reply('POST', '/rest/v1/rpc/accept_and_reject_bids', failure)
    await user.click(screen.getByRole('button', { name: 'Accept Bid' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept Bid' }))
    await user.click(dialog.getByRole('button', { name: 'Accept Bid' }))
    expect(await dialog.findByText(text)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})

test.each([
  [
    { status: 'rejected', job: { is_deleted: false, awarded_at: '2026-11-21T15:00:00Z' } },
    'Another bid on this job was accepted.',
  ],
  [{ status: 'accepted' }, 'This bid was already accepted.'],
  [{ status: 'withdrawn' }, 'This bid was withdrawn.'],
  [{ job: { is_deleted: true, awarded_at: null } }, 'This job was deleted.'],
])('a dialog for a bid that meanwhile is %o closes and says why', async (change, reason) => {
  bidCount(1)
  serveBid({ can_accept: false, ...change })
  const { user } = showBids()
  await user.click(screen.getByRole('button', { name: 'Accept Bid' }))
  expect(await screen.findByText(reason)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
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
      <JobBids job={job} allBidsPath="/facility/bids" chatPathFor={() => undefined} />
    </AcceptBidProvider>,
  )
}
