import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bidId, jobId } from '#testing-market.ts'
import {
  json,
  makeDeferredReply,
  networkFailure,
  refusal,
  reply,
  requestsTo,
  rows,
} from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import PlaceBidDialog from './place-bid-dialog.tsx'

const job = { id: jobId, title: 'Reseal the dock', budget: 1200, facility_name: 'Dana Whitfield' }
const openJob = {
  id: jobId,
  budget: 1200,
  is_deleted: false,
  awarded_at: null,
  can_bid: true,
  bids: [],
}
const bids = '/rest/v1/bids'

async function openDialog() {
  reply('GET', '/rest/v1/jobs', () => rows([openJob]))
  const { user, unmount } = show(
    <PlaceBidDialog job={job} userId={userId} opened onClose={() => undefined} />,
    { role: 'contractor' },
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Place Bid' }))
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  const write = async (text: string) => {
    await user.clear(amount)
    if (text) await user.type(amount, text)
  }
  const send = dialog.getByRole('button', { name: 'Place Bid' })
  return { user, dialog, amount, write, send, unmount }
}

// @covers 8.bid.invalid-amount 5.bid.amount daily.bid-values
test('an invalid amount is refused with a message, and typed text is kept', async () => {
  const { user, dialog, amount, write, send } = await openDialog()
  const invalidAmounts = [
    '',
    '12.345',
    '-1',
    '0',
    '1e9',
    'abc',
    '<b>5</b>',
    '10,000,000',
    '1,0000',
    '$',
  ]
  for (const text of invalidAmounts) {
    await write(text)
    await user.click(send)
    expect(dialog.getByText('Please enter a valid amount.')).toBeVisible()
    expect(amount).toHaveValue(text)
    expect(amount).toHaveFocus()
  }
  expect(requestsTo('POST', bids)).toEqual([])
})

// @covers daily.amount-notations 9.money.dollars 7.bids.insert 2.contractor-dashboard.place-bid
test('an amount is explained while it is typed, and accepted in common notations', async () => {
  reply('POST', bids, () => rows([{ id: bidId }]))
  const { user, dialog, write } = await openDialog()
  for (const [typed, text] of [
    ['1,050', '$1,050, $150 under budget'],
    ['1200.00', '$1,200, on budget'],
    ['$1,350.5', '$1,350.50, $150.50 over budget'],
  ] as const) {
    await write(typed)
    expect(dialog.getByRole('status')).toHaveTextContent(text)
  }
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Bid placed.')).toBeVisible()
  expect(requestsTo('POST', bids).map(({ body }) => body)).toEqual([
    { job_id: jobId, contractor_id: userId, amount: 1350.5, status: 'pending' },
  ])
})

// @covers daily.double-click-bid
test('a double click places one bid', async () => {
  const { replier, send: answer } = makeDeferredReply()
  reply('POST', bids, replier)
  const { user, write, send } = await openDialog()
  await write('900')
  await user.dblClick(send)
  answer(rows([{ id: bidId }]))
  expect(await screen.findByText('Bid placed.')).toBeVisible()
  expect(requestsTo('POST', bids)).toHaveLength(1)
})

test('a retry after a lost response has the same idempotency key, and another amount a new one', async () => {
  reply('POST', bids, networkFailure)
  const { user, dialog, write, send } = await openDialog()
  await write('900')
  await user.click(send)
  expect(await dialog.findByText(/^Error placing bid. Please try again. /)).toBeVisible()
  await user.click(send)
  await expect.poll(() => requestsTo('POST', bids).length).toBe(2)
  await expect.poll(() => send.getAttribute('data-loading')).toBeNull()
  await write('950')
  await user.click(send)
  await expect.poll(() => requestsTo('POST', bids).length).toBe(3)
  const [first, second, third] = requestsTo('POST', bids).map(({ headers }) =>
    headers.get('idempotency-key'),
  )
  expect(first).toMatch(/./)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

// @covers 8.bid.failed
test('a contractor who bids too often is told when to try again', async () => {
  reply('POST', bids, () =>
    refusal(429, 'too_many_bids', 'Too many requests.', 'Try again in 42 seconds.'),
  )
  const { user, dialog, amount, write, send } = await openDialog()
  await write('950')
  await user.click(send)
  const explanation =
    'Error placing bid. Please try again. Too many requests. Try again in 42 seconds.'
  expect(await dialog.findByText(explanation)).toBeVisible()
  expect(amount).toHaveValue('950')
})

test('a typed amount survives closing and a reload, and is explained again', async () => {
  const first = await openDialog()
  await first.write('1,111')
  first.unmount()
  const { amount, dialog } = await openDialog()
  expect(amount).toHaveValue('1,111')
  expect(dialog.getByText('$1,111, $89 under budget')).toBeVisible()
  expect(dialog.getByText('Draft restored.')).toBeVisible()
})

// @covers daily.bid-on-deleted
test('a job that takes no bids any more is explained, and the typed amount is kept', async () => {
  reply('POST', bids, () => json({}, 500))
  reply('GET', '/rest/v1/jobs', () => rows([{ ...openJob, can_bid: false, is_deleted: true }]))
  show(<PlaceBidDialog job={job} userId={userId} opened onClose={() => undefined} />, {
    role: 'contractor',
  })
  expect(await screen.findByText('This job was deleted. Your amount is kept.')).toBeVisible()
})
