import type { Page } from '@playwright/test'
import { dashboard, dialogOn, insertEndedConsultation, jobOn, jobsOn } from './support/facility.ts'
import { expectAccessible, expectWholeLabels } from './support/accessibility.ts'
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

const newFacility = () => newPerson('facility', 'Dana Whitfield')
const tile = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name} `) })

const figureOf = async (page: Page, name: string) =>
  Number(/\d+/.exec(await tile(page, name).innerText())?.[0])

/** Reads the total of a list, such as "20 jobs". */
const countIn = async (page: Page, region: string) =>
  Number.parseInt(
    (await page.getByRole('region', { name: region }).getByRole('status').first().textContent()) ??
      '',
    10,
  )

// @covers 2.facility-dashboard.tile-bids 2.facility-dashboard.tile-consultants 2.facility-dashboard.tile-active 2.facility-dashboard.tile-posted
test('every tile links to the list that it counts, and both agree @gate', async ({ signInAs }) => {
  const page = await signInAs('facility')
  for (const [name, region] of [
    ['Number of Bids', 'Bids'],
    ['Booked Consultants', 'Your Consultations'],
    ['Active Jobs', 'Jobs'],
    ['Posted Jobs', 'Jobs'],
  ] as const) {
    await page.goto(dashboard)
    const figure = await figureOf(page, name)
    expect(figure).toBeGreaterThan(0)
    await tile(page, name).click()
    await expect.poll(() => countIn(page, region)).toBe(figure)
  }
})

// @covers daily.back-list
test('tabs, search and order are in the address, and Back goes through them', async ({ page }) => {
  const [facility, contractor] = await Promise.all([
    newFacility(),
    newPerson('contractor', 'Ruth Ellison'),
  ])
  const cheapJob = await postJob(facility, { title: uniqueTitle('Cheap'), budget: 10 })
  const expensiveJob = await postJob(facility, { title: uniqueTitle('Dear'), budget: 9000 })
  await placeBid(contractor, expensiveJob.id, 8000)
  await openAs(page, facility, dashboard)
  const titles = jobsOn(page).getByRole('heading', { level: 3 })
  await expect(titles).toHaveText([expensiveJob.title, cheapJob.title])
  await jobsOn(page).getByLabel('Sort by').selectOption('Lowest budget')
  await expect(titles).toHaveText([cheapJob.title, expensiveJob.title])
  await jobsOn(page).getByRole('button', { name: 'To review 1' }).click()
  await expect(titles).toHaveText([expensiveJob.title])
  await jobsOn(page).getByRole('searchbox').fill('%_nothing')
  await expect(jobsOn(page).getByText('No jobs found.')).toBeVisible()
  await page.reload()
  await expect(jobsOn(page).getByText('No jobs found.')).toBeVisible()
  await jobsOn(page).getByRole('button', { name: 'Clear filters' }).click()
  await expect(titles).toHaveText([cheapJob.title, expensiveJob.title])
  await page.goBack()
  await page.goBack()
  await expect(titles).toHaveText([cheapJob.title, expensiveJob.title])
  await page.goBack()
  await expect(titles).toHaveText([expensiveJob.title, cheapJob.title])
})

test('a contractor who wrote first gets a reply before the award @gate', async ({ page }) => {
  const [facility, contractor] = await Promise.all([
    newFacility(),
    newPerson('contractor', 'Ruth Ellison'),
  ])
  const { id, title } = await postJob(facility, { title: uniqueTitle('Reseal') })
  const bidId = await placeBid(contractor, id, 900)
  await openAs(page, facility, dashboard)
  await expect(jobOn(page, title).getByRole('listitem')).toHaveCount(1)
  await expect(jobOn(page, title).getByRole('link', { name: 'Chat' })).toHaveCount(0)
  await contractor.client
    .from('messages')
    .insert({
      job_id: id,
      sender_id: contractor.id,
      recipient_id: facility.id,
      sender_name: contractor.name,
      content: 'Which door first?',
    })
    .throwOnError()
  const chat = `/chat/job/${id}?with=${contractor.id}`
  await expect(jobOn(page, title).getByRole('link', { name: 'Chat' })).toHaveAttribute('href', chat)
  const openItems = page.getByRole('region', { name: 'Waiting for you' })
  await expect(openItems.getByRole('link', { name: /^Open Chat/ })).toHaveAttribute('href', chat)
  await withdrawBid(contractor, bidId)
  await placeBid(contractor, id, 800)
  await expect(jobOn(page, title).getByRole('listitem')).toHaveCount(2)
  await expect(jobOn(page, title).getByRole('link', { name: 'Chat' })).toHaveCount(1)
})

test('an awarded job shows all of its buttons on a phone', async ({ page }) => {
  const [facility, contractor, otherContractor] = await Promise.all([
    newFacility(),
    newPerson('contractor', 'Ruth Ellison'),
    newPerson('contractor', 'Luis Archuleta'),
  ])
  const { id, title } = await postJob(facility, { title: uniqueTitle('Reseal'), budget: 12_345 })
  const bid = await placeBid(contractor, id, 12_000)
  await placeBid(otherContractor, id, 12_200)
  await acceptBid(facility, id, bid)
  await page.setViewportSize({ width: 360, height: 800 })
  await openAs(page, facility, dashboard)
  const job = jobOn(page, title)
  const chat = job.getByRole('link', { name: 'Chat' }).first()
  await expect(chat).toBeVisible()
  await expectWholeLabels(page)
  const toggle = await job.getByRole('button', { name: '1 bid' }).boundingBox()
  expect(toggle?.height).toBeLessThan(32)
})

test('the dashboard is accessible in every theme and width', async ({ signInAs }) => {
  const page = await signInAs('facility')
  await page.goto(dashboard)
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  await expectAccessible(page)
})

for (const list of ['jobs', 'bids', 'consultations', 'payments']) {
  test(`the list of ${list} is accessible in every theme and width`, async ({ signInAs }) => {
    const page = await signInAs('facility')
    await page.goto(`/facility/${list}`)
    await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toBeVisible()
    await expectAccessible(page)
  })
}

async function openDashboardWithWork(page: Page) {
  const [facility, contractor, consultant] = await Promise.all([
    newFacility(),
    newPerson('contractor', 'Ruth Ellison'),
    newPerson('consultant', 'Vera Lindqvist'),
  ])
  const { id } = await postJob(facility, { title: 'W'.repeat(200) })
  await placeBid(contractor, id, 900)
  await insertEndedConsultation(facility, consultant)
  await openAs(page, facility, `${dashboard}?consultants=shown`)
}

for (const [button, name] of [
  [/^Post Job/, 'Post Job'],
  [/^Accept Bid/, 'Accept Bid'],
  [/^Delete job/, 'Delete Job'],
  [/^Record payment/, 'Record payment'],
  [/^Leave a review/, 'Leave a review'],
  [/^Book Consultation/, 'Book Consultation'],
] as const) {
  test(`the dialog ${name} is accessible in every theme and width, and Escape closes it`, async ({
    page,
  }) => {
    await openDashboardWithWork(page)
    const opener = page.getByRole('button', { name: button }).first()
    await opener.press('Enter')
    const dialog = dialogOn(page, name)
    await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })
}
