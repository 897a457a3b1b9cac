import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { consultantId } from '#testing-market.ts'
import { json, networkFailure, refusal, reply, requestsTo } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import LeaveReviewDialog from './leave-review-dialog.tsx'

const reviews = '/rest/v1/reviews'
const consultation = { id: 'consultation', consultantId, name: 'Vera Lindqvist' }

async function openDialog() {
  const { user } = show(
    <LeaveReviewDialog
      userId={userId}
      consultation={consultation}
      opened
      onClose={() => undefined}
    />,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave a review' }))
  const send = dialog.getByRole('button', { name: 'Leave a review' })
  return { user, dialog, send }
}

test('a review is left once, with its stars and its comment', async () => {
  reply('POST', reviews, () => json({ counts_from: new Date().toISOString() }, 201))
  const { user, dialog, send } = await openDialog()
  await user.click(dialog.getByRole('radio', { name: '3 stars' }))
  await user.type(dialog.getByLabelText('Comment'), 'Knew the <b>code</b> by heart.')
  await user.dblClick(send)
  expect(await screen.findByText('Review posted.')).toBeVisible()
  expect(requestsTo('POST', reviews).map(({ body }) => body)).toEqual([
    {
      consultation_id: 'consultation',
      consultant_id: consultantId,
      facility_id: userId,
      rating: 3,
      comment: 'Knew the <b>code</b> by heart.',
    },
  ])
})

test('a review that does not count yet says so', async () => {
  reply('POST', reviews, () => json({ counts_from: '2126-12-04T18:00:00Z' }, 201))
  const { user, dialog, send } = await openDialog()
  await user.click(dialog.getByRole('radio', { name: '1 star' }))
  await user.click(send)
  expect(
    await screen.findByText(/^Review posted\. It counts toward the rating from /),
  ).toBeVisible()
})

test('a review needs stars', async () => {
  const { user, dialog, send } = await openDialog()
  await user.click(send)
  expect(dialog.getByText('Choose 1 to 5 stars.')).toBeVisible()
  expect(requestsTo('POST', reviews)).toEqual([])
})

test('a retry after a lost response has the same idempotency key', async () => {
  reply('POST', reviews, networkFailure)
  const { user, dialog, send } = await openDialog()
  await user.click(dialog.getByRole('radio', { name: '4 stars' }))
  await user.click(send)
  expect(await dialog.findByRole('alert')).toHaveTextContent("Can't reach Mendwell.")
  reply('POST', reviews, () => json({ counts_from: new Date().toISOString() }, 201))
  await user.click(send)
  expect(await screen.findByText('Review posted.')).toBeVisible()
  const [first, second] = requestsTo('POST', reviews).map(({ headers }) =>
    headers.get('idempotency-key'),
  )
  expect(first).toMatch(/./)
  expect(second).toBe(first)
})

test('a review that was left before is reported', async () => {
  reply('POST', reviews, () => refusal(409, '23505', 'duplicate key value'))
  const { user, dialog, send } = await openDialog()
  await user.click(dialog.getByRole('radio', { name: '4 stars' }))
  await user.click(send)
  expect(await dialog.findByText('You already reviewed this consultation.')).toBeVisible()
})
