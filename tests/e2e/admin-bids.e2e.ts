import { rowOf } from './support/admin.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newPerson, placeBid, postJob, uniqueTitle, withdrawBid } from './support/market.ts'
import { expect, test } from './support/test.ts'

/** Matches the age of a row that the test has just created. */
const justNow = /^(?:just now|\d+ minutes? ago)$/

async function market() {
  const [facility, ruth] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('contractor', 'R'.repeat(200)),
  ])
  const [first, second] = await Promise.all([
    postJob(facility, { title: uniqueTitle('Reseal') }),
    postJob(facility, { title: uniqueTitle('Repaint') }),
  ])
  return { ruth, first, second }
}

// @covers 2.route.admin-bids 2.admin-lists.bids-columns 2.admin-lists.bids-newest-first
test('an admin sees every bid, the newest first, with live updates', async ({ signInAs }) => {
  const { ruth, first, second } = await market()
  await placeBid(ruth, first.id, 950)
  const page = await signInAs('admin')
  await page.goto('/admin/bids')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Job Bids')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Contractor',
    'Job',
    'Amount',
    'Date',
    'Status',
  ])
  await expect(page.getByRole('row').nth(1)).toContainText(first.title)
  await page.waitForLoadState('networkidle')
  await page.mouse.move(5, 5)
  const bid = await placeBid(ruth, second.id, 1234.5)
  await expect(page.getByRole('row').nth(1)).toContainText(second.title)
  await expect(rowOf(page, second.title)).toContainText('$1,234.50')
  await expect(rowOf(page, second.title).getByRole('cell').nth(3).getByText(justNow)).toBeVisible()
  await withdrawBid(ruth, bid)
  await expect(rowOf(page, second.title)).toContainText('Withdrawn')
  await expectAccessible(page)
})
