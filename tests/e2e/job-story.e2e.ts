import type { Page } from '@playwright/test'
import {
  acceptBid,
  newPerson,
  onlyJob,
  openAs,
  placeBid,
  postJob,
  uniqueTitle,
} from './support/market.ts'
import { expect, test } from './support/test.ts'

const jobs = (page: Page) => page.getByRole('region', { name: 'Available Jobs' })
const bids = (page: Page) => page.getByRole('region', { name: 'Your Bids' })
const payments = (page: Page) => page.getByRole('region', { name: 'Payments' })

test('a job is posted, won, finished and paid, and the rival sees that he lost', async ({
  page,
  browser,
}) => {
  const [facility, winner, rival] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('contractor', 'Ruth Ellison'),
    newPerson('contractor', 'Luis Archuleta'),
  ])
  const title = uniqueTitle('Replace the boiler pump')
  const rivals = await (await browser.newContext()).newPage()
  await openAs(page, winner, onlyJob(title))
  await openAs(rivals, rival, onlyJob(title))
  await expect(jobs(page).getByText('No jobs match.')).toBeVisible()

  const job = await postJob(facility, { title })
  for (const each of [page, rivals]) {
    await expect(jobs(each).getByRole('heading', { name: title })).toBeVisible()
  }
  await placeBid(rival, job.id, 1150)
  const bid = await placeBid(winner, job.id, 1100)
  await expect(jobs(page).getByText('2 bids')).toBeVisible()
  await expect(bids(page).getByText('Waiting for Dana Whitfield')).toBeVisible()
  await expect(bids(page).getByRole('button', { name: 'Pending 1' })).toBeVisible()

  await acceptBid(facility, job.id, bid)
  await expect(bids(page).getByText('Accepted')).toBeVisible()
  await expect(bids(rivals).getByText('Rejected', { exact: true }).last()).toBeVisible()
  await expect(bids(rivals).getByText('Given to another contractor')).toBeVisible()
  await expect(jobs(rivals).getByText('No jobs match.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Jobs Won 1/ })).toBeVisible()

  await bids(page)
    .getByRole('button', { name: /^Mark Complete/ })
    .click()
  const question = page.getByRole('dialog', { name: 'Mark Complete' })
  await expect(question.getByText('Mark this job as complete?')).toBeVisible()
  await question.getByRole('button', { name: 'Mark Complete' }).dblclick()
  await expect(page.getByText('Job marked as complete.')).toBeVisible()
  await expect(bids(page).getByText('Job Completed')).toBeVisible()
  await expect(bids(page).getByText('Waiting for Dana Whitfield to pay')).toBeVisible()
  await expect(bids(page).getByRole('button', { name: /^Mark Complete/ })).toHaveCount(0)
  await expect(payments(page).getByText('$1,100.00 due, $0.00 paid')).toBeVisible()

  const { data: due } = await facility.client.from('payments').select('id').single().throwOnError()
  await facility.client
    .rpc('record_payment', { payment_id: due.id, reference: 'Check 1042' })
    .throwOnError()
  await expect(payments(page).getByText('$0.00 due, $1,100.00 paid')).toBeVisible()
  await expect(payments(page).getByRole('cell', { name: 'Paid', exact: true })).toBeVisible()
  await expect(bids(page).getByText('Nothing left to do')).toBeVisible()
  await rivals.context().close()
})

test('the tiles lead to the bids that they count', async ({ page }) => {
  const [facility, contractor, rival] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('contractor', 'Ruth Ellison'),
    newPerson('contractor', 'Luis Archuleta'),
  ])
  const [won, lost, open] = await Promise.all(
    ['Won', 'Lost', 'Open'].map((word) => postJob(facility, { title: uniqueTitle(word) })),
  )
  if (!won || !lost || !open) throw new Error('Three jobs were posted.')
  await acceptBid(facility, won.id, await placeBid(contractor, won.id, 900))
  await placeBid(contractor, lost.id, 900)
  await acceptBid(facility, lost.id, await placeBid(rival, lost.id, 800))
  await placeBid(contractor, open.id, 900)
  await openAs(page, contractor, '/contractor-dashboard')
  await expect(page.getByRole('link', { name: /^Total Bids 3/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Win Rate \(%\) 33.3/ })).toBeVisible()
  await page.getByRole('link', { name: /^Jobs Won 1/ }).click()
  await expect(bids(page)).toBeInViewport()
  await expect(bids(page).getByRole('listitem')).toHaveCount(1)
  await expect(bids(page).getByRole('listitem')).toContainText(won.title)
  for (const [tab, title] of [
    ['Pending 1', open.title],
    ['Rejected 1', lost.title],
  ] as const) {
    await bids(page).getByRole('button', { name: tab }).click()
    await expect(bids(page).getByRole('listitem')).toHaveCount(1)
    await expect(bids(page).getByRole('listitem')).toContainText(title)
  }
  await bids(page).getByRole('button', { name: 'Withdrawn 0' }).click()
  await expect(bids(page).getByText('None of your bids is withdrawn.')).toBeVisible()
  await page.goBack()
  await expect(bids(page).getByRole('listitem')).toContainText(lost.title)
  await page.goBack()
  await expect(bids(page).getByRole('listitem')).toContainText(open.title)
})
