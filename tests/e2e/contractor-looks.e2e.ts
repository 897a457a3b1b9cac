// Tests the contractor's lists, and the dialogs that they open, in every theme and width.
import type { Page } from '@playwright/test'
import { dialogOn } from './support/facility.ts'
import { expectAccessible } from './support/accessibility.ts'
import { acceptBid, newPerson, jobSearchPath, openAs, placeBid, postJob } from './support/market.ts'
import { expect, test } from './support/test.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Creates four jobs with very long titles, each in another state. */
async function createJobsInEveryState(page: Page) {
  const [facility, contractor] = await Promise.all([
    newPerson('facility', `${'Wolfeschlegel'.repeat(14)} <b>مرحبا</b>`),
    newPerson('contractor', 'Ruth Ellison'),
  ])
  const uniqueWord = crypto.randomUUID().slice(0, 8)
  const posted = (name: string) =>
    postJob(facility, { title: `${'Stromversorgung'.repeat(11)} ${name} ${uniqueWord}` })
  await posted('open')
  const [pending, won, done] = [await posted('pending'), await posted('won'), await posted('done')]
  await placeBid(contractor, pending.id, 900)
  for (const { id } of [won, done]) await acceptBid(facility, id, await placeBid(contractor, id, 9))
  const finished = contractor.client.from('jobs').update({ status: 'finished' })
  await finished.eq('id', done.id).throwOnError()
  await openAs(page, contractor, jobSearchPath(uniqueWord))
  await expect(region(page, 'Available Jobs').getByRole('listitem')).toHaveCount(2)
  await expect(region(page, 'Your Bids').getByRole('listitem')).toHaveCount(3)
}

test('the lists of a contractor are accessible in every theme and width', async ({ page }) => {
  test.slow()
  await createJobsInEveryState(page)
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  await expectAccessible(page)
  for (const list of ['bids', 'active', 'payments']) {
    await page.goto(`/contractor/${list}`)
    await expect(page.getByText('Stromversorgung').first()).toBeVisible()
    await expectAccessible(page)
  }
})

for (const [button, name] of [
  [/^Place Bid/, 'Place Bid'],
  [/^Withdraw/, 'Withdraw bid'],
  [/^Mark Complete/, 'Mark Complete'],
] as const) {
  test(`the dialog ${name} is accessible in every theme and width, and Escape closes it`, async ({
    page,
  }) => {
    test.slow()
    await createJobsInEveryState(page)
    const opener = page.getByRole('main').getByRole('button', { name: button }).last()
    await opener.press('Enter')
    const dialog = dialogOn(page, name)
    await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })
}
