import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { availableJob, serveAvailableJobs, serveDashboard } from '#testing-market.ts'
import { refusal, reply, requestsTo, rows } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import { AvailableJobs } from './available-jobs.tsx'
import type { AvailableJob } from './available-jobs.queries.ts'

const search = '/rest/v1/rpc/find_available_jobs'
const lastSearch = () => Object.fromEntries(requestsTo('GET', search).at(-1)?.query ?? [])

// The dashboard's response contains the categories of the filter.
beforeEach(() => serveDashboard({}))

function showJobs(at = '/', onBid: (job: AvailableJob) => void = () => undefined) {
  return show(<AvailableJobs onBid={onBid} />, { at, role: 'contractor' })
}

test('the budget filter requests the jobs within its range, and is in the URL', async () => {
  serveAvailableJobs(() => [availableJob()])
  const { user, address } = showJobs()
  await screen.findByText('1 job')
  for (const [label, range, limits] of [
    ['Up to $1,000', '0-1000', { budget_to: '1000' }],
    ['$1,000 to $5,000', '1000-5000', { budget_from: '1000', budget_to: '5000' }],
    ['$5,000 to $20,000', '5000-20000', { budget_from: '5000', budget_to: '20000' }],
    ['$20,000 and more', '20000-', { budget_from: '20000' }],
  ] as const) {
    await user.selectOptions(screen.getByLabelText('Budget'), label)
    expect(address()).toBe(`/?jobs.budget=${range}`)
    await expect.poll(lastSearch).toMatchObject(limits)
    expect(Object.keys(lastSearch()).filter((name) => name.startsWith('budget'))).toEqual(
      Object.keys(limits),
    )
  }
})

test('the search text is sent exactly as it was typed', async () => {
  serveAvailableJobs(() => [])
  const { user } = showJobs()
  const text = `100% "of" a_b, (c) \\ 'd' <i>e</i>`
  await user.type(screen.getByRole('searchbox'), text)
  expect(await screen.findByText('No jobs match.')).toBeVisible()
  await expect.poll(lastSearch).toMatchObject({ query: text })
})

test('invalid filters in the URL are ignored', async () => {
  serveAvailableJobs(() => [availableJob()])
  showJobs('/?jobs.page=-3&jobs.sort=drop&jobs.budget=x-y')
  expect(await screen.findByRole('heading', { name: 'Reseal the dock' })).toBeVisible()
  expect(lastSearch()).toMatchObject({ skip: '0', by_budget: 'false', descending: 'true' })
  expect(lastSearch()).not.toHaveProperty('budget_from')
})

test('a list above the counting limit says so, and its pages end there', async () => {
  serveAvailableJobs(() => [availableJob()], { total: 10_000, hasMore: true })
  showJobs('/?jobs.page=1000')
  expect(await screen.findByText('10,000+ jobs')).toBeVisible()
  expect(screen.getByText('9,991–10,000 of 10,000+')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('a list that fails shows an error in its place, and Retry loads it', async () => {
  serveAvailableJobs(() => [availableJob()])
  reply('GET', search, () => refusal(500, 'XX000', 'internal'))
  const { user } = showJobs()
  expect(await screen.findByText('Failed to load available jobs.')).toBeVisible()
  expect(screen.queryByText('internal')).toBeNull()
  serveAvailableJobs(() => [availableJob()])
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('1 job')).toBeVisible()
})

test("a job shows its details and the contractor's own bid", async () => {
  serveAvailableJobs(() => [
    availableJob({ bid_count: 2, my_bid_status: 'pending', can_bid: false }),
  ])
  reply('GET', '/rest/v1/job_photos', () => rows([]))
  showJobs()
  const job = within(await screen.findByRole('listitem'))
  for (const text of ['Dana Whitfield', 'Lakewood', 'Roofing', '2 bids', '$1,200']) {
    expect(job.getByText(text)).toBeVisible()
  }
  expect(job.getByText('Your bid is pending')).toBeVisible()
  expect(job.queryByRole('button', { name: /^Place Bid/ })).toBeNull()
})
