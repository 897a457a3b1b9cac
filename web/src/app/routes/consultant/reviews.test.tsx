import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serveRows } from '#testing-market.ts'
import { json, refusal, reply, requestsTo } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import Reviews from './reviews.tsx'

const confirmations = '/rest/v1/rpc/confirm_review'
const dayMs = 86_400_000

function reviewOf(id: string, name: string, countsFrom: string | null) {
  const at = '2026-11-20T16:00:00Z'
  return {
    id,
    rating: 1,
    comment: null,
    created_at: at,
    reviewer_name: name,
    counts_from: countsFrom,
  }
}

const waiting = () =>
  reviewOf('waiting', 'Bomb Ltd', new Date(Date.now() + 5 * dayMs).toISOString())

/** Returns Testing Library queries that search only within the review by the named facility. */
async function rowOf(name: string) {
  const items = await screen.findAllByRole('listitem')
  const found = items.find((item) => item.textContent.includes(name))
  if (!found) throw new Error(`No review is by ${name}.`)
  return within(found)
}

test('a consultant confirms the consultation of a review that does not count yet', async () => {
  let rows = [waiting(), reviewOf('counted', 'Pine Street', '2026-11-20T16:00:00Z')]
  serveRows('reviews', () => rows)
  reply('POST', confirmations, () => {
    rows = [reviewOf('waiting', 'Bomb Ltd', '2026-11-20T16:00:00Z')]
    return json(null, 204)
  })
  const { user } = show(<Reviews />)
  const row = await rowOf('Bomb Ltd')
  expect(row.getByText(/^It counts toward the rating from /)).toBeVisible()
  expect(
    (await rowOf('Pine Street')).queryByRole('button', { name: 'Confirm consultation' }),
  ).toBeNull()
  await user.click(row.getByRole('button', { name: 'Confirm consultation' }))
  expect(await screen.findByText('Consultation confirmed. The review counts now.')).toBeVisible()
  expect(requestsTo('POST', confirmations).map(({ body }) => body)).toEqual([
    { review_id: 'waiting' },
  ])
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Confirm consultation' })).toBeNull(),
  )
})

test('a refused confirmation shows the reason beside the review', async () => {
  serveRows('reviews', () => [waiting()])
  reply('POST', confirmations, () => refusal(404, 'review_unknown', 'This review was not found.'))
  const { user } = show(<Reviews />)
  await user.click((await rowOf('Bomb Ltd')).getByRole('button', { name: 'Confirm consultation' }))
  expect(await screen.findByText(/This review was not found\./)).toBeVisible()
})

test('a review that never counts says why, without a button', async () => {
  serveRows('reviews', () => [reviewOf('repeated', 'Bomb Ltd', null)])
  show(<Reviews />)
  const row = await rowOf('Bomb Ltd')
  expect(row.getByText(/one review of each facility counts in 30 days/)).toBeVisible()
  expect(row.queryByRole('button', { name: 'Confirm consultation' })).toBeNull()
})
