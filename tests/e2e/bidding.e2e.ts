import type { Page } from '@playwright/test'
import {
  bidsOn,
  newPerson,
  jobSearchPath,
  openAs,
  placeBid,
  postJob,
  uniqueTitle,
} from './support/market.ts'
import { expect, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Place Bid' })
const amount = (page: Page) => dialog(page).getByLabel('Amount')
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Place Bid' })
const jobs = (page: Page) => page.getByRole('region', { name: 'Available Jobs' })
const bids = (page: Page) => page.getByRole('region', { name: 'Your Bids' })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

/** Creates a facility with a job, and shows the job to a new contractor. */
async function openNewJob(page: Page) {
  const [facility, contractor] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('contractor', 'Ruth Ellison'),
  ])
  const job = await postJob(facility, { title: uniqueTitle('Reseal the loading dock') })
  await openAs(page, contractor, jobSearchPath(job.title))
  return { facility, contractor, job }
}

async function openDialog(page: Page) {
  await jobs(page)
    .getByRole('button', { name: /^Place Bid/ })
    .click()
  await expect(amount(page)).toBeFocused()
}

test('a lost response does not place the bid twice', async ({ page, pageErrors }) => {
  const { contractor, job } = await openNewJob(page)
  await openDialog(page)
  await amount(page).fill('900')
  let lostResponses = 0
  await page.route('**/rest/v1/bids**', async (route) => {
    if (route.request().method() !== 'POST' || lostResponses > 0) return route.continue()
    lostResponses += 1
    await route.fetch()
    return route.abort()
  })
  await send(page).click()
  await expect(dialog(page).getByText(/^Error placing bid. Please try again./)).toBeVisible()
  await send(page).click()
  await expect(toast(page, 'Bid placed.')).toBeVisible()
  expect(await bidsOn(contractor, job.id)).toHaveLength(1)
  pageErrors.splice(0)
})

test('a bid is withdrawn after a confirmation, and another placed @gate', async ({ page }) => {
  const { contractor, job } = await openNewJob(page)
  await placeBid(contractor, job.id, 1000)
  const row = bids(page).getByRole('listitem').filter({ hasText: job.title })
  await row.getByRole('button', { name: /^Withdraw/ }).click()
  const question = page.getByRole('dialog', { name: 'Withdraw bid' })
  await expect(question.getByText('Withdraw this bid?')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await row.getByRole('button', { name: /^Withdraw/ }).click()
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(toast(page, 'Bid withdrawn.')).toBeVisible()
  await expect(row.getByText('Withdrawn', { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: /^Chat/ })).toHaveCount(0)
  await openDialog(page)
  await amount(page).fill('980')
  await send(page).click()
  await expect(row).toHaveCount(2)
  expect(await bidsOn(contractor, job.id)).toEqual([
    { amount: 1000, status: 'withdrawn' },
    { amount: 980, status: 'pending' },
  ])
})

test('typed text survives closing, a reload and an ended session', async ({ page }) => {
  const { contractor, job } = await openNewJob(page)
  await openDialog(page)
  await amount(page).fill('1,111')
  await page.keyboard.press('Escape')
  await openDialog(page)
  await expect(amount(page)).toHaveValue('1,111')
  await expect(dialog(page).getByText('$1,111, $89 under budget')).toBeVisible()
  await page.reload()
  await openDialog(page)
  await expect(amount(page)).toHaveValue('1,111')
  await contractor.client.auth.signOut({ scope: 'global' })
  // Ignore a failed click, because the page may already have opened the login page.
  await send(page)
    .click({ timeout: 5000 })
    .catch(() => undefined)
  await expect(page).toHaveURL(/\/login/)
  await openAs(page, contractor, jobSearchPath(job.title))
  await openDialog(page)
  await expect(amount(page)).toHaveValue('1,111')
})
