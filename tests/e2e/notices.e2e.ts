import type { Locator } from '@playwright/test'
import { withDatabase } from './support/database.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newPerson, openAs, placeBid, postJob } from './support/market.ts'
import { expect, test } from './support/test.ts'

test('the bell counts new notices at once, with reasons and links @gate', async ({ page }) => {
  const facility = await newPerson('facility', 'Nora Whitfield')
  const contractor = await newPerson('contractor', 'Amos Teller')
  const job = await postJob(facility, { title: 'Rehang the dock door' })
  await openAs(page, facility, '/settings')
  const bell = page.getByRole('button', { name: /^Notices/ })
  await expect(bell).toHaveAccessibleName('Notices')
  await placeBid(contractor, job.id, 120)
  await expect(bell).toHaveAccessibleName('Notices 1 new')
  await bell.click()
  const dialog = page.getByRole('dialog', { name: 'Notices' })
  const today = dialog.getByRole('region', { name: 'Today' })
  await expect(today).toContainText('Rehang the dock door')
  await expect(today).toContainText('You posted this job.')
  await today.getByRole('link', { name: /Amos Teller.* bid .*\$120/ }).click()
  await expect(page).toHaveURL(`/facility/jobs/${job.id}/bids`)
  await expect(bell).toHaveAccessibleName('Notices')
})

test('the list behind the bell is accessible', async ({ page }) => {
  const person = await newPerson('contractor', 'Amos Teller')
  await person.client.rpc('send_test_notice').throwOnError()
  await openAs(page, person, '/settings')
  await page.getByRole('button', { name: 'Notices 1 new' }).click()
  await expect(page.getByRole('link', { name: /This is a test/ })).toBeVisible()
  await expectAccessible(page)
})

test('on a phone the notices fill the screen, and a dot has a target for a finger', async ({
  page,
}) => {
  const person = await newPerson('contractor', 'Amos Teller')
  await person.client.rpc('send_test_notice').throwOnError()
  await page.setViewportSize({ width: 360, height: 740 })
  await openAs(page, person, '/settings')
  await page.getByRole('button', { name: 'Notices 1 new' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notices' })
  await expect
    .poll(() => dialog.boundingBox())
    .toEqual(expect.objectContaining({ x: 0, y: 0, width: 360, height: 740 }))
  const notice = dialog.getByRole('listitem')
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  const title = await topOf(notice.getByRole('link'))
  expect(await topOf(notice.getByRole('paragraph'))).toBeGreaterThan(title)
  const dot = notice.getByRole('button', { name: /^Mark as read/ })
  await expect
    .poll(() => dot.boundingBox())
    .toEqual(expect.objectContaining({ width: 44, height: 44 }))
  await dot.click()
  await expect(dot).toBeHidden()
  await expect(page).toHaveURL(/\/settings$/)
})

test('the unsubscribe link stops emails by a button, without a session', async ({ page }) => {
  const person = await newPerson('contractor', 'Amos Teller')
  const token = await withDatabase(async (database) => {
    const { rows } = await database.query<{ token: string }>(
      'select app.unsubscribe_token($1) as token',
      [person.id],
    )
    return rows[0]?.token ?? ''
  })
  await page.goto(`/functions/v1/unsubscribe?token=${token}`)
  await expectAccessible(page)
  const isMailed = async () => {
    const { data } = await person.client
      .from('notification_settings')
      .select('email')
      .single()
      .throwOnError()
    return data.email
  }
  expect(await isMailed()).toBe(true)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading')).toHaveText("You're unsubscribed")
  expect(await isMailed()).toBe(false)
  await expectAccessible(page)
})
