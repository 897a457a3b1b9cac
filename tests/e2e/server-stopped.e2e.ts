import { expect, type Page, test } from '@playwright/test'
import { dashboard, dialogOn, jobOn, jobsOn, openPostJob, toastOn } from './support/facility.ts'
import { createOwnServer } from './support/own-server.ts'
import { people, signIn } from './support/people.ts'

test('the server stops halfway and returns: nothing is lost or done twice, and the lists catch up', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const server = await createOwnServer()
  await server.start()
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/login')
  await signIn(page, people.contractor.email)
  const jobs = page.getByRole('region', { name: 'Available Jobs' })
  const bids = page.getByRole('region', { name: 'Your Bids' })
  await jobs
    .getByRole('button', { name: /^Place Bid/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Place Bid' })
  await dialog.getByLabel('Amount').fill('1,234.50')
  await expect(bids.getByRole('button', { name: /^All 18/ })).toBeVisible()

  await server.kill()
  await dialog.getByRole('button', { name: 'Place Bid' }).click()
  await expect(dialog.getByText(/^Error placing bid. Please try again. /)).toBeVisible()
  await expect(dialog.getByLabel('Amount')).toHaveValue('1,234.50')
  await expect(page.getByText('Reconnecting…')).toBeVisible({ timeout: 15_000 })
  await expect(bids.getByRole('listitem').first()).toBeVisible()

  await server.start()
  await dialog.getByRole('button', { name: 'Place Bid' }).dblclick()
  await expect(dialog).toBeHidden()
  await expect(bids.getByRole('button', { name: /^All 19/ })).toBeVisible()
  await expect(bids.getByRole('listitem').filter({ hasText: '$1,234.50' })).toHaveCount(1)
  await expect(page.getByText('Reconnecting…')).toBeHidden({ timeout: 60_000 })
  await context.close()
  await server.remove()
})

/** Reads the number in the text of a tile, such as "Posted Jobs 24". */
async function postedOn(page: Page) {
  const tile = page.getByRole('link', { name: /^Posted Jobs / })
  return Number(/\d+/.exec(await tile.innerText())?.[0])
}

test('a facility posts and accepts during a restart: nothing is lost or done twice', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const server = await createOwnServer()
  await server.start()
  const context = await browser.newContext({ baseURL: server.url })
  const [page, otherPage] = [await context.newPage(), await context.newPage()]
  await page.goto('/login')
  await signIn(page, people.facility.email)
  const postDialog = await openPostJob(page)
  const title = 'Replace the pump in basement 2'
  await postDialog.getByLabel('Title').fill(title)
  await postDialog.getByLabel('Description').fill('It leaks at the shaft.\nBring a crane.')
  await postDialog.getByLabel('Budget').fill('2,400.50')
  await otherPage.goto(`${dashboard}?tab=review`)
  const job = jobsOn(otherPage).getByRole('article').first()
  const awarded = (await job.getByRole('heading').innerText()).trim()
  await job.getByRole('button', { name: 'Accept Bid' }).first().click()
  const acceptDialog = dialogOn(otherPage, 'Accept Bid')
  await expect(
    acceptDialog.getByText('Accept this bid? This will reject all others.'),
  ).toBeVisible()
  const posted = await postedOn(otherPage)

  await server.kill()
  await postDialog.getByRole('button', { name: 'Post Job' }).click()
  await acceptDialog.getByRole('button', { name: 'Accept Bid' }).click()
  await expect(postDialog.getByText(/^Can't reach Mendwell\./)).toBeVisible()
  await expect(acceptDialog.getByText(/^Something went wrong\. Can't reach/)).toBeVisible()
  await expect(postDialog.getByLabel('Title')).toHaveValue(title)
  await expect(postDialog.getByLabel('Description')).toHaveValue(/leaks at the shaft\.\nBring/)
  await expect(postDialog.getByLabel('Budget')).toHaveValue('2,400.50')
  await expect(job).toContainText(awarded)

  await server.start()
  await postDialog.getByRole('button', { name: 'Post Job' }).dblclick()
  await expect(postDialog).toBeHidden()
  await acceptDialog.getByRole('button', { name: 'Accept Bid' }).dblclick()
  await expect(toastOn(otherPage, 'Bid accepted and others rejected.')).toBeVisible()
  for (const tab of [page, otherPage]) {
    await expect.poll(() => postedOn(tab), { timeout: 60_000 }).toBe(posted + 1)
    await expect(tab.getByText('Reconnecting…')).toBeHidden({ timeout: 60_000 })
  }
  await page.goto(`${dashboard}?q=${encodeURIComponent(title)}`)
  await expect(jobsOn(page).getByRole('article')).toHaveCount(1)
  await expect(jobOn(page, title)).toContainText('$2,400.50')
  await page.goto(`${dashboard}?tab=awarded&q=${encodeURIComponent(awarded)}`)
  await jobOn(page, awarded)
    .getByRole('button', { name: /^\d+ bids?$/ })
    .click()
  const bids = jobOn(page, awarded).getByRole('listitem')
  await expect(bids.filter({ hasText: 'Accepted' })).toHaveCount(1)
  await expect(bids.filter({ hasText: 'Pending' })).toHaveCount(0)
  await context.close()
  await server.remove()
})
