import type { Page } from '@playwright/test'
import { watchIdle } from './support/idle-page.ts'
import { dashboard, dialogOn, jobOn, jobsOn, toastOn } from './support/facility.ts'
import { newPerson, openAs, placeBid, postJob, uniqueTitle } from './support/market.ts'
import { expect, test } from './support/test.ts'

/** Creates a facility with one job, and contractors who may bid on it. */
async function beforeBids(page: Page, bidders: number) {
  const [facility, ...contractors] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    ...Array.from({ length: bidders }, (_, index) =>
      newPerson('contractor', `Bidder ${index + 1}`),
    ),
  ])
  const job = await postJob(facility, { title: uniqueTitle('Reseal'), budget: 1000 })
  return { facility, contractors, job }
}

const confirm = (page: Page, name: string) =>
  dialogOn(page, name).getByRole('button', { name, exact: true })

// @covers 2.facility-dashboard.jobs 2.facility-dashboard.tile-bids
test('a new bid appears without a reload, with its context @gate', async ({ page }) => {
  const { facility, contractors, job } = await beforeBids(page, 1)
  const waitUntilIdle = watchIdle(page)
  await openAs(page, facility, dashboard)
  await expect(jobOn(page, job.title)).toContainText('No bids yet.')
  await waitUntilIdle()
  const [contractor] = contractors
  if (contractor) await placeBid(contractor, job.id, 850)
  const bid = jobOn(page, job.title).getByRole('listitem')
  await expect(bid).toContainText('Bidder 1')
  await expect(bid).toContainText('$850')
  await expect(bid).toContainText('$150 under budget')
  await expect(bid).toContainText('Pending')
  await expect(page.getByRole('link', { name: 'Number of Bids 1' })).toBeVisible()
  const openItems = page.getByRole('region', { name: 'Waiting for you' })
  await expect(openItems.getByRole('listitem')).toContainText('Bidder 1 bid $850')
})

// @covers 2.facility-dashboard.accept 2.facility-dashboard.chat 8.confirm.accept 8.success.accepted daily.double-click-award
test('accepting explains its effect on the other bids, and takes effect @gate', async ({
  page,
}) => {
  const { facility, contractors, job } = await beforeBids(page, 3)
  for (const [index, contractor] of contractors.entries()) {
    await placeBid(contractor, job.id, 900 + 50 * index)
  }
  await openAs(page, facility, dashboard)
  const bids = jobOn(page, job.title).getByRole('listitem')
  await expect(bids).toHaveCount(3)
  await bids.filter({ hasText: 'Bidder 2' }).getByRole('button', { name: 'Accept Bid' }).click()
  const dialog = dialogOn(page, 'Accept Bid')
  await expect(dialog).toContainText('Accept this bid? This will reject all others.')
  await expect(dialog).toContainText('Bidder 2')
  await expect(dialog).toContainText('The 2 other bidders will be notified.')
  await confirm(page, 'Accept Bid').dblclick()
  await expect(toastOn(page, 'Bid accepted and others rejected.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(jobOn(page, job.title)).toContainText('Awarded')
  for (const tab of ['Active 1', 'Open 0', 'Awarded 1']) {
    await expect(jobsOn(page).getByRole('button', { name: tab })).toBeVisible()
  }
  await expect(jobOn(page, job.title).getByRole('link', { name: 'Chat' })).toHaveAttribute(
    'href',
    `/chat/job/${job.id}?with=${contractors[1]?.id}`,
  )
  await expect(bids.filter({ hasText: 'Rejected' })).toHaveCount(2)
  await expect(jobsOn(page).getByRole('button', { name: 'Accept Bid' })).toHaveCount(0)
  await expect(jobsOn(page).getByRole('button', { name: 'Delete job' })).toHaveCount(0)
})

// @covers daily.five-bids
test('five bids are reviewed without scrolling', async ({ page }) => {
  const { facility, contractors, job } = await beforeBids(page, 5)
  await Promise.all(
    contractors.map((contractor, index) => placeBid(contractor, job.id, 900 + 50 * index)),
  )
  await postJob(facility, { title: uniqueTitle('Newer') })
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, facility, dashboard)
  await page.getByRole('button', { name: /^Review bids/ }).click()
  await expect(page).toHaveURL(`/facility/jobs/${job.id}/bids`)
  const buttons = page.getByRole('button', { name: 'Accept Bid' })
  await expect(buttons).toHaveCount(5)
  for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
})

test('a URL with one job shows only that job in the list', async ({ page }) => {
  const { facility, job } = await beforeBids(page, 0)
  await postJob(facility, { title: uniqueTitle('Newer') })
  await openAs(page, facility, `${dashboard}?job=${job.id}`)
  await expect(jobsOn(page).getByRole('article')).toHaveCount(1)
  const chip = jobsOn(page).getByRole('button', { name: `Remove Job: ${job.title}` })
  await expect(chip).toBeVisible()
  await jobsOn(page).getByRole('button', { name: 'Active 2' }).click()
  await expect(jobsOn(page).getByRole('article')).toHaveCount(2)
  await expect(chip).toBeHidden()
  await page.goto(`${dashboard}?job=abc`)
  await expect(jobsOn(page).getByRole('article')).toHaveCount(2)
})
