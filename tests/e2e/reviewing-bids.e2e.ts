import type { Page } from '@playwright/test'
import { watchIdle } from './support/idle-page.ts'
import { inDatabase } from './support/database.ts'
import { dashboard, dialogOn, jobOn, jobsOn, toastOn } from './support/facility.ts'
import {
  acceptBid,
  newPerson,
  openAs,
  placeBid,
  postJob,
  uniqueTitle,
  withdrawBid,
} from './support/market.ts'
import { expect, test } from './support/test.ts'

/** A facility on its dashboard with one job, and contractors who may bid on it. */
async function beforeBids(page: Page, bidders: number) {
  const [facility, ...contractors] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    ...Array.from({ length: bidders }, (_, place) =>
      newPerson('contractor', `Bidder ${place + 1}`),
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
  const atRest = watchIdle(page)
  await openAs(page, facility, dashboard)
  await expect(jobOn(page, job.title)).toContainText('No bids yet.')
  await atRest()
  const [contractor] = contractors
  if (contractor) await placeBid(contractor, job.id, 850)
  const bid = jobOn(page, job.title).getByRole('listitem')
  await expect(bid).toContainText('Bidder 1')
  await expect(bid).toContainText('$850.00')
  await expect(bid).toContainText('$150 under budget')
  await expect(bid).toContainText('Pending')
  await expect(page.getByRole('link', { name: 'Number of Bids 1' })).toBeVisible()
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting.getByRole('listitem')).toContainText('Bidder 1 bid $850')
})

test('a new bid after withdrawn ones opens the list under the job', async ({ page }) => {
  const { facility, contractors, job } = await beforeBids(page, 1)
  const [contractor] = contractors
  if (!contractor) return
  await withdrawBid(contractor, await placeBid(contractor, job.id, 850))
  const atRest = watchIdle(page)
  await openAs(page, facility, dashboard)
  await expect(jobOn(page, job.title).getByRole('button', { name: '1 bid' })).toBeVisible()
  await expect(jobOn(page, job.title).getByRole('listitem')).toHaveCount(0)
  await atRest()
  await placeBid(contractor, job.id, 820)
  await expect(jobOn(page, job.title).getByRole('button', { name: 'Accept Bid' })).toBeVisible()
  await expect(jobOn(page, job.title).getByRole('listitem')).toHaveCount(2)
})

// @covers 2.facility-dashboard.accept 2.facility-dashboard.chat 8.confirm.accept 8.success.accepted
// @covers daily.double-click-award
test('accepting explains its effect on the other bids, and takes effect @gate', async ({
  page,
}) => {
  const { facility, contractors, job } = await beforeBids(page, 3)
  for (const [place, contractor] of contractors.entries()) {
    await placeBid(contractor, job.id, 900 + 50 * place)
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

// @covers 8.accept.failed daily.accept-withdrawn
test('a bid that is withdrawn while the dialog is open is not accepted, with the reason @gate', async ({
  page,
}) => {
  const { facility, contractors, job } = await beforeBids(page, 1)
  const [contractor] = contractors
  if (!contractor) return
  const bidId = await placeBid(contractor, job.id, 900)
  await openAs(page, facility, dashboard)
  await jobsOn(page).getByRole('button', { name: 'Accept Bid' }).click()
  await withdrawBid(contractor, bidId)
  await expect(jobOn(page, job.title)).toContainText('Withdrawn')
  await confirm(page, 'Accept Bid').click()
  const dialog = dialogOn(page, 'Accept Bid')
  await expect(dialog.getByRole('alert')).toContainText(/^Something went wrong\. .*withdrawn/)
  await expect(toastOn(page, 'Bid accepted')).toHaveCount(0)
})

// @covers daily.five-bids
test('five bids are reviewed without scrolling', async ({ page }) => {
  const { facility, contractors, job } = await beforeBids(page, 5)
  await Promise.all(
    contractors.map((contractor, place) => placeBid(contractor, job.id, 900 + 50 * place)),
  )
  await postJob(facility, { title: uniqueTitle('Newer') })
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, facility, dashboard)
  await page.getByRole('button', { name: /^Review bids/ }).click()
  await expect(page).toHaveURL(`${dashboard}?job=${job.id}`)
  const buttons = jobOn(page, job.title).getByRole('button', { name: 'Accept Bid' })
  await expect(buttons).toHaveCount(5)
  for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
  await expect(jobsOn(page).getByRole('article')).toHaveCount(1)
  const chip = jobsOn(page).getByRole('button', { name: `Remove Job: ${job.title}` })
  await expect(chip).toBeVisible()
  await jobsOn(page).getByRole('button', { name: 'Active 2' }).click()
  await expect(jobsOn(page).getByRole('article')).toHaveCount(2)
  await expect(chip).toBeHidden()
  await page.goto(`${dashboard}?job=abc`)
  await expect(jobsOn(page).getByRole('article')).toHaveCount(2)
})

test('with more bids than a job shows, the figures are right and the list has the rest', async ({
  page,
}) => {
  const { facility, contractors, job } = await beforeBids(page, 2)
  const [undecided, contractor] = contractors
  if (!undecided || !contractor) return
  await placeBid(contractor, job.id, 700)
  await inDatabase(
    `insert into public.bids (job_id, contractor_id, amount, status)
     select $1, $2, 500 + place, 'withdrawn' from generate_series(1, 104) as place`,
    [job.id, undecided.id],
  )
  await openAs(page, facility, dashboard)
  const shown = jobOn(page, job.title)
  await expect(shown.getByRole('button', { name: '105 bids' })).toBeVisible()
  await expect(shown.getByRole('listitem').first()).toContainText('$700.00')
  await shown.getByRole('button', { name: 'Delete job' }).click()
  await expect(dialogOn(page, 'Delete Job')).toContainText('Its pending bid will be rejected.')
  await dialogOn(page, 'Delete Job').getByRole('button', { name: 'Cancel' }).click()
  await shown.getByRole('button', { name: 'Show the first 100 bids' }).click()
  await expect(shown.getByRole('listitem')).toHaveCount(100)
  await shown.getByRole('link', { name: 'List of all 105 bids' }).click()
  const list = page.getByRole('region', { name: 'Bids', exact: true })
  await expect(list.getByRole('status').first()).toHaveText('105 bids')
})

// @covers 2.facility-dashboard.delete 8.confirm.delete 4.job.soft-delete
test('deleting explains the effect on the bids, and the job leaves the list @gate', async ({
  page,
}) => {
  const { facility, contractors, job } = await beforeBids(page, 2)
  for (const contractor of contractors) await placeBid(contractor, job.id, 900)
  await openAs(page, facility, dashboard)
  await jobOn(page, job.title).getByRole('button', { name: 'Delete job' }).click()
  const dialog = dialogOn(page, 'Delete Job')
  await expect(dialog).toContainText('Are you sure you want to delete this job?')
  await expect(dialog).toContainText('Its 2 pending bids will be rejected.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(jobOn(page, job.title)).toBeVisible()
  await jobOn(page, job.title).getByRole('button', { name: 'Delete job' }).click()
  await confirm(page, 'Delete Job').dblclick()
  await expect(jobsOn(page).getByText('No jobs posted yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Posted Jobs 0' })).toBeVisible()
})

test('a job that was awarded on another screen is not deleted', async ({ page }) => {
  const { facility, contractors, job } = await beforeBids(page, 1)
  const [contractor] = contractors
  if (!contractor) return
  const bidId = await placeBid(contractor, job.id, 900)
  await openAs(page, facility, dashboard)
  await jobOn(page, job.title).getByRole('button', { name: 'Delete job' }).click()
  await acceptBid(facility, job.id, bidId)
  await confirm(page, 'Delete Job').click()
  await expect(dialogOn(page, 'Delete Job').getByRole('alert')).toContainText(
    'This job is awarded and cannot be deleted.',
  )
})
