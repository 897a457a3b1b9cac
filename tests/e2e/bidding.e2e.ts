import type { Page } from '@playwright/test'
import {
  acceptBid,
  bidsOn,
  deleteJob,
  newPerson,
  onlyJob,
  openAs,
  placeBid,
  postJob,
  releaseAward,
  uniqueTitle,
} from './support/market.ts'
import { expect, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Place Bid' })
const amount = (page: Page) => dialog(page).getByLabel('Amount')
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Place Bid' })
const jobs = (page: Page) => page.getByRole('region', { name: 'Available Jobs' })
const bids = (page: Page) => page.getByRole('region', { name: 'Your Bids' })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

/** A contractor on the page of another user's job. The test creates both. */
async function beforeAJob(page: Page) {
  const [facility, contractor] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('contractor', 'Ruth Ellison'),
  ])
  const job = await postJob(facility, { title: uniqueTitle('Reseal the loading dock') })
  await openAs(page, contractor, onlyJob(job.title))
  return { facility, contractor, job }
}

async function openDialog(page: Page) {
  await jobs(page)
    .getByRole('button', { name: /^Place Bid/ })
    .click()
  await expect(amount(page)).toBeFocused()
}

test('an invalid amount is refused with a message, and typed text is kept @gate', async ({
  page,
}) => {
  const { contractor, job } = await beforeAJob(page)
  await openDialog(page)
  const wrong = ['', '12.345', '-1', '0', '1e9', 'abc', '<b>5</b>', '10,000,000', '1,0000', '$']
  for (const text of wrong) {
    await amount(page).fill(text)
    await send(page).click()
    await expect(dialog(page).getByText('Please enter a valid amount.')).toBeVisible()
    await expect(amount(page)).toHaveValue(text)
    await expect(amount(page)).toBeFocused()
  }
  expect(await bidsOn(contractor, job.id)).toEqual([])
})

test('an amount is explained while it is typed, and accepted in common notations', async ({
  page,
}) => {
  const { contractor, job } = await beforeAJob(page)
  await openDialog(page)
  const said = { '1,050': '$1,050, $150 under budget', '1200.00': '$1,200, on budget' }
  for (const [typed, words] of Object.entries(said)) {
    await amount(page).fill(typed)
    await expect(dialog(page).getByText(words)).toBeVisible()
  }
  await amount(page).fill('$1,350.5')
  await expect(dialog(page).getByText('$1,350.50, $150.50 over budget')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Bid placed.')).toBeVisible()
  expect(await bidsOn(contractor, job.id)).toEqual([{ amount: 1350.5, status: 'pending' }])
})

// @covers daily.double-click-bid
test('a double click places one bid @gate', async ({ page }) => {
  const { contractor, job } = await beforeAJob(page)
  await openDialog(page)
  await amount(page).fill('900')
  await send(page).dblclick()
  await expect(dialog(page)).toBeHidden()
  await expect(jobs(page).getByText('Your bid is pending')).toBeVisible()
  await expect(jobs(page).getByRole('button', { name: /^Place Bid/ })).toHaveCount(0)
  await expect(bids(page).getByRole('listitem').filter({ hasText: job.title })).toHaveCount(1)
  expect(await bidsOn(contractor, job.id)).toHaveLength(1)
})

test('a lost response does not place the bid twice @gate', async ({ page, complaints }) => {
  const { contractor, job } = await beforeAJob(page)
  await openDialog(page)
  await amount(page).fill('900')
  let answersLost = 0
  await page.route('**/rest/v1/bids**', async (route) => {
    if (route.request().method() !== 'POST' || answersLost > 0) return route.continue()
    answersLost += 1
    await route.fetch()
    return route.abort()
  })
  await send(page).click()
  await expect(dialog(page).getByText(/^Error placing bid. Please try again./)).toBeVisible()
  await send(page).click()
  await expect(toast(page, 'Bid placed.')).toBeVisible()
  expect(await bidsOn(contractor, job.id)).toHaveLength(1)
  complaints.splice(0)
})

// @covers daily.bid-on-awarded
test('a job that is awarded while the dialog is open is reported there @gate', async ({ page }) => {
  const { facility, contractor, job } = await beforeAJob(page)
  const rival = await newPerson('contractor', 'Luis Archuleta')
  const bid = await placeBid(rival, job.id, 1000)
  await openDialog(page)
  await amount(page).fill('950')
  await acceptBid(facility, job.id, bid)
  await expect(dialog(page).getByText(/no longer takes bids/)).toBeVisible()
  await expect(amount(page)).toHaveValue('950')
  await send(page).click()
  await expect(dialog(page).getByText(/^Error placing bid. Please try again. /)).toBeVisible()
  await expect(amount(page)).toHaveValue('950')
  await page.keyboard.press('Escape')
  await expect(jobs(page).getByText('No jobs match.')).toBeVisible()
  expect(await bidsOn(contractor, job.id)).toEqual([])
})

// @covers daily.bid-on-deleted
test('a job that is deleted while the dialog is open is reported there', async ({ page }) => {
  const { facility, job } = await beforeAJob(page)
  await openDialog(page)
  await deleteJob(facility, job.id)
  await expect(dialog(page).getByText(/no longer takes bids/)).toBeVisible()
})

test('a bid is withdrawn after a confirmation, and another placed @gate', async ({ page }) => {
  const { contractor, job } = await beforeAJob(page)
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

test('an award that an admin revokes is shown as revoked', async ({ page }) => {
  const { facility, contractor, job } = await beforeAJob(page)
  const row = (text: string) => bids(page).getByRole('listitem').filter({ hasText: text })
  const finish = bids(page).getByRole('button', { name: /^Mark Complete/ })
  await acceptBid(facility, job.id, await placeBid(contractor, job.id, 900))
  await expect(row('$900.00')).toContainText('Waiting for you to finish the work')
  await releaseAward(job.id)
  await expect(row('$900.00')).toContainText('The award was revoked; you can bid again')
  await expect(finish).toHaveCount(0)
  const second = await placeBid(contractor, job.id, 880)
  await expect(row('$880.00')).toContainText('Waiting for Dana Whitfield')
  await expect(row('$900.00')).toContainText('The award was revoked')
  await expect(row('$900.00')).not.toContainText('you can bid again')
  await acceptBid(facility, job.id, second)
  await expect(row('$900.00')).toContainText('Your other bid was accepted')
  await expect(row('$880.00')).toContainText('Waiting for you to finish the work')
  await expect(finish).toHaveCount(1)
})

test('two contractors bid on one job at once, and each sees only their own bid @gate', async ({
  page,
  browser,
}) => {
  const { facility, job } = await beforeAJob(page)
  const rival = await newPerson('contractor', 'Luis Archuleta')
  const other = await (await browser.newContext()).newPage()
  await openAs(other, rival, onlyJob(job.title))
  await Promise.all([openDialog(page), openDialog(other)])
  await amount(page).fill('1100')
  await amount(other).fill('1150')
  await Promise.all([send(page).click(), send(other).click()])
  for (const [mine, own, others] of [
    [page, '$1,100.00', '$1,150.00'],
    [other, '$1,150.00', '$1,100.00'],
  ] as const) {
    await expect(jobs(mine).getByText('2 bids')).toBeVisible()
    await expect(bids(mine).getByText(own)).toBeVisible()
    await expect(bids(mine).getByText(others)).toHaveCount(0)
  }
  expect(await bidsOn(facility, job.id)).toHaveLength(2)
  await other.context().close()
})

test('a contractor who bids too often is told when to try again', async ({ page }) => {
  const { contractor, job } = await beforeAJob(page)
  const facility = await newPerson('facility', 'Marcus Oyelaran')
  for (let place = 0; place < 20; place += 1) {
    const other = await postJob(facility, { title: `Job ${place}` })
    await placeBid(contractor, other.id, 10)
  }
  await openDialog(page)
  await amount(page).fill('950')
  await send(page).click()
  await expect(
    dialog(page).getByText(
      /^Error placing bid. Please try again. You are doing this too often. Try again in \d+ seconds.$/,
    ),
  ).toBeVisible()
  expect(await bidsOn(contractor, job.id)).toEqual([])
})

test('typed text survives closing, a reload and an ended session', async ({ page }) => {
  const { contractor, job } = await beforeAJob(page)
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
  // The page may have heard that the job ended.
  await send(page)
    .click({ timeout: 5000 })
    .catch(() => undefined)
  await expect(page).toHaveURL(/\/login/)
  await openAs(page, contractor, onlyJob(job.title))
  await openDialog(page)
  await expect(amount(page)).toHaveValue('1,111')
})
