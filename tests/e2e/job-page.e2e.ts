import { expectAccessible } from './support/accessibility.ts'
import { dashboard, jobOn } from './support/facility.ts'
import { acceptBid, newPerson, openAs, placeBid, postJob, uniqueTitle } from './support/market.ts'
import { expect, test } from './support/test.ts'

test('a facility opens a job from its list and returns to the same place, and another facility gets "not found" at its address @gate', async ({
  page,
  browser,
}) => {
  const [facility, other, kelly, tom] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('facility', 'Nora Whitfield'),
    newPerson('contractor', 'Kelly Brandt'),
    newPerson('contractor', 'Tom Kowalczyk'),
  ])
  const job = await postJob(facility, { title: uniqueTitle('Chilled water coil'), budget: 9200 })
  for (let count = 0; count < 8; count += 1) await postJob(facility, { title: `Newer ${count}` })
  await placeBid(kelly, job.id, 8850)
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAs(page, facility, dashboard)
  const title = jobOn(page, job.title).getByRole('link', { name: job.title })
  await title.scrollIntoViewIfNeeded()
  const scrollY = () => page.evaluate(() => window.scrollY)
  await expect.poll(scrollY).toBeGreaterThan(0)
  const before = await scrollY()
  await title.click()
  await expect(page).toHaveURL(`/facility/jobs/${job.id}`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(job.title)
  await expect(heading).toBeFocused()
  await expect(page.getByRole('region', { name: 'Bids' })).toContainText(
    'Kelly Brandt bid $8,850, $350 under budget.',
  )
  expect(await scrollY()).toBe(0)
  await placeBid(tom, job.id, 8600)
  await expect(page.getByRole('region', { name: 'Bids' })).toContainText(
    'Tom Kowalczyk has the lowest bid, $600 under budget.',
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goBack()
  await expect(page).toHaveURL(dashboard)
  await expect.poll(scrollY).toBe(before)
  const colleague = await (await browser.newContext()).newPage()
  await openAs(colleague, other, `/facility/jobs/${job.id}`)
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await colleague.context().close()
})

test('the bids of a job are accessible, and the losing bidder still sees the job', async ({
  page,
}) => {
  const [facility, kelly, tom] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('contractor', 'Kelly Brandt'),
    newPerson('contractor', 'Tom Kowalczyk'),
  ])
  const job = await postJob(facility, { title: uniqueTitle('Roof section C'), budget: 3000 })
  await placeBid(kelly, job.id, 2800)
  const bidId = await placeBid(tom, job.id, 2700)
  await openAs(page, facility, `/facility/jobs/${job.id}/bids`)
  await expect(page.getByRole('button', { name: 'Accept Bid' })).toHaveCount(2)
  await expectAccessible(page)
  await acceptBid(facility, job.id, bidId)
  await expect(page.getByText('Awarded to', { exact: false })).toContainText('Tom Kowalczyk')
  await openAs(page, kelly, `/contractor/jobs/${job.id}`)
  await expect(page.getByRole('region', { name: 'Your bid' })).toContainText('Rejected')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(
    'Awarded to another contractor',
  )
  await expectAccessible(page)
})
