import type { Browser, Page } from '@playwright/test'
import { dashboard, dialogOn, fileCalled, jobOn, openPostJob, toastOn } from './support/facility.ts'
import {
  acceptBid,
  newPerson,
  jobSearchPath,
  openAs,
  placeBid,
  postJob,
  uniqueTitle,
} from './support/market.ts'
import { countPresses, expectAtMostThreePresses } from './support/presses.ts'
import { expect, test } from './support/test.ts'

const jobs = (page: Page) => page.getByRole('region', { name: 'Available Jobs' })
const bids = (page: Page) => page.getByRole('region', { name: 'Your Bids' })
const owed = (page: Page) => page.getByRole('link', { name: /^Owed to You/ })

/** Opens the dashboard of three users, each in a separate browser context. */
async function openDashboards(browser: Browser, title: string) {
  const people = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('contractor', 'Ruth Ellison'),
    newPerson('contractor', 'Luis Archuleta'),
  ])
  const contexts = await Promise.all(people.map(() => browser.newContext()))
  await Promise.all(contexts.map(countPresses))
  const pages = await Promise.all(contexts.map((context) => context.newPage()))
  const paths = [dashboard, jobSearchPath(title), jobSearchPath(title)]
  for (const [index, person] of people.entries()) {
    const page = pages[index]
    if (page) await openAs(page, person, paths[index] ?? '')
  }
  const [facility, winner, loser] = pages
  if (!facility || !winner || !loser) throw new Error('Three pages were opened.')
  const close = () => Promise.all(contexts.map((context) => context.close()))
  return { facility, winner, loser, close }
}

async function bid(page: Page, amount: string) {
  await jobs(page)
    .getByRole('button', { name: /^Place Bid/ })
    .click()
  const dialog = dialogOn(page, 'Place Bid')
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByRole('button', { name: 'Place Bid' }).click()
  await expect(dialog).toBeHidden()
}

async function submitJob(page: Page, title: string) {
  const dialog = await openPostJob(page)
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Description').fill('Pump 2 in the basement leaks at the shaft.')
  await dialog.getByLabel('Budget').fill('1,200')
  await dialog.locator('input[type=file][multiple]').setInputFiles(fileCalled('pump.png'))
  await dialog.getByRole('button', { name: 'Post Job' }).click()
}

async function finishJob(page: Page) {
  await bids(page)
    .getByRole('button', { name: /^Mark Complete/ })
    .click()
  const question = dialogOn(page, 'Mark Complete')
  await expect(question.getByText('Mark this job as complete?')).toBeVisible()
  await question.getByRole('button', { name: 'Mark Complete' }).dblclick()
  await expect(toastOn(page, 'Job marked as complete.')).toBeVisible()
}

async function pay(page: Page) {
  await page.getByRole('button', { name: /^Record payment/ }).click()
  const dialog = dialogOn(page, 'Record payment')
  await dialog.getByLabel('Reference').fill('Check 1042')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog).toBeHidden()
}

// @covers 2.route.contractor-dashboard 2.route.facility-dashboard 2.facility-dashboard.post-job
// @covers 2.contractor-dashboard.place-bid 2.contractor-dashboard.your-bids
// @covers 2.contractor-dashboard.mark-complete 2.contractor-dashboard.completed 8.success.completed
// @covers 8.confirm.complete 4.job.finish 4.live.dashboards daily.three-presses
test('a job is posted, bid on, awarded, finished and paid, and the rival sees the rejection @gate', async ({
  browser,
}) => {
  test.slow()
  const title = uniqueTitle('Replace the boiler pump')
  const { facility, winner, loser, close } = await openDashboards(browser, title)
  await expect(jobs(winner).getByText('No jobs match.')).toBeVisible()

  await expectAtMostThreePresses(facility, () => submitJob(facility, title))
  for (const page of [winner, loser]) {
    await expect(jobs(page).getByRole('heading', { name: title })).toBeVisible()
    await expect(jobs(page).getByRole('button', { name: `Photo 1 of 1: ${title}` })).toBeVisible()
  }

  await bid(loser, '1150')
  await expectAtMostThreePresses(winner, () => bid(winner, '1100'))
  await expect(jobs(winner).getByText('Your bid is pending')).toBeVisible()
  await expect(bids(winner).getByText('Waiting for Dana Whitfield')).toBeVisible()

  const offer = jobOn(facility, title).getByRole('listitem').filter({ hasText: 'Ruth Ellison' })
  await expect(offer).toContainText('$100 under budget')
  await expectAtMostThreePresses(facility, async () => {
    await offer.getByRole('button', { name: 'Accept Bid' }).click()
    await dialogOn(facility, 'Accept Bid').getByRole('button', { name: 'Accept Bid' }).click()
    await expect(toastOn(facility, 'Bid accepted and others rejected.')).toBeVisible()
  })
  await expect(bids(winner).getByText('Accepted')).toBeVisible()
  await expect(winner.getByRole('link', { name: /^Jobs Won 1/ })).toBeVisible()
  await expect(bids(loser).getByRole('listitem').getByText('Rejected')).toBeVisible()
  await expect(bids(loser).getByText('Awarded to another contractor')).toBeVisible()
  await expect(jobs(loser).getByText('No jobs match.')).toBeVisible()

  await expectAtMostThreePresses(winner, () => finishJob(winner))
  await expect(bids(winner).getByText('Job Completed')).toBeVisible()
  await expect(bids(winner).getByRole('button', { name: /^Mark Complete/ })).toHaveCount(0)
  await expect(owed(winner)).toContainText('$1,100')
  await expect(jobOn(facility, title)).toContainText('Finished')

  await expectAtMostThreePresses(facility, () => pay(facility))
  await expect(owed(winner)).toContainText('$1,100 paid')
  await expect(bids(winner).getByText('Nothing left to do')).toBeVisible()
  await owed(winner).click()
  await expect(winner.getByRole('cell', { name: 'Paid', exact: true })).toBeVisible()
  await close()
})

// @covers 2.contractor-dashboard.tile-bids 2.contractor-dashboard.tile-won
// @covers 2.contractor-dashboard.tile-rate
test('the tiles link to the bids that they count', async ({ page }) => {
  const [facility, contractor, loser] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('contractor', 'Ruth Ellison'),
    newPerson('contractor', 'Luis Archuleta'),
  ])
  const [won, lost, open] = await Promise.all(
    ['Won', 'Lost', 'Open'].map((name) => postJob(facility, { title: uniqueTitle(name) })),
  )
  if (!won || !lost || !open) throw new Error('Three jobs were posted.')
  await acceptBid(facility, won.id, await placeBid(contractor, won.id, 900))
  await placeBid(contractor, lost.id, 900)
  await acceptBid(facility, lost.id, await placeBid(loser, lost.id, 800))
  await placeBid(contractor, open.id, 900)
  await openAs(page, contractor, '/contractor-dashboard')
  await expect(page.getByRole('link', { name: /^Total Bids 3/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Win Rate \(%\) 33.3/ })).toBeVisible()
  await page.getByRole('link', { name: /^Jobs Won 1/ }).click()
  const rows = page.getByRole('table', { name: 'Your bids' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText(won.title)
  await page.goBack()
  for (const [tab, title] of [
    ['Pending 1', open.title],
    ['Rejected 1', lost.title],
  ] as const) {
    await bids(page).getByRole('button', { name: tab }).click()
    await expect(bids(page).getByRole('listitem')).toHaveCount(1)
    await expect(bids(page).getByRole('listitem')).toContainText(title)
  }
  await page.goto('/contractor-dashboard#your-bids')
  await expect(bids(page).getByRole('heading', { name: 'Your Bids' })).toBeInViewport()
  await bids(page).getByRole('button', { name: 'Pending 1' }).click()
  await bids(page).getByRole('button', { name: 'Rejected 1' }).click()
  await bids(page).getByRole('button', { name: 'Withdrawn 0' }).click()
  await expect(bids(page).getByText('No withdrawn bids.')).toBeVisible()
  await page.goBack()
  await expect(bids(page).getByRole('listitem')).toContainText(lost.title)
  await page.goBack()
  await expect(bids(page).getByRole('listitem')).toContainText(open.title)
})
