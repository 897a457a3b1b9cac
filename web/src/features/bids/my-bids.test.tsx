import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { contractorId, ownBid, serveContractorDashboard, serveRows } from '#testing-market.ts'
import { show, userId } from '#testing-screen.tsx'
import { MyBids } from './my-bids.tsx'

async function showBid(overrides: Record<string, unknown>, job: Record<string, unknown> = {}) {
  serveContractorDashboard()
  serveRows('bids', () => [ownBid(overrides, job)])
  show(<MyBids userId={userId} onWithdraw={() => undefined} renderJobAction={() => null} />, {
    role: 'contractor',
  })
  return within(await screen.findByRole('listitem'))
}

const accepted = { status: 'accepted', can_withdraw: false }
const rejected = { status: 'rejected', can_withdraw: false }
const withdrawn = { status: 'withdrawn', can_withdraw: false }
const finished = { status: 'finished', awarded_contractor_id: userId }

test.for([
  [{}, {}, 'Waiting for Dana Whitfield'],
  [accepted, { can_finish: true }, 'Waiting for you to finish the work'],
  [accepted, { ...finished, payments: { status: 'pending' } }, 'Waiting for Dana Whitfield to pay'],
  [accepted, { ...finished, payments: { status: 'paid' } }, 'Nothing left to do'],
  [withdrawn, {}, 'You withdrew this bid'],
  [rejected, { is_deleted: true }, 'The job was deleted'],
  [rejected, { awarded_contractor_id: contractorId }, 'Awarded to another contractor'],
  [rejected, { awarded_contractor_id: userId }, 'Your other bid was accepted'],
  [rejected, { can_bid: true }, 'The award was revoked; you can bid again'],
  [rejected, {}, 'The award was revoked'],
] as const)('a bid says what comes next: %#', async ([bid, job, text]) => {
  const row = await showBid(bid, job)
  expect(row.getByText(text)).toBeVisible()
})

test('only a pending bid can be withdrawn, and only a bid with a conversation links to the chat', async () => {
  const row = await showBid({ can_withdraw: false, can_chat: true })
  expect(row.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
  expect(row.getByRole('link', { name: 'Chat: Reseal the dock' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/chat\/job\//),
  )
})
