import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { newPerson, openAs, type Person } from './support/market.ts'
import { newTalk, write } from './support/conversations.ts'
import { expect, test } from './support/test.ts'

const toggle = (page: Page, name: string) => page.getByRole('switch', { name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

async function stored({ client, id }: Person) {
  const { data } = await client
    .from('notification_settings')
    .select('email, sound, messages, job_updates, payments')
    .eq('user_id', id)
    .maybeSingle()
    .throwOnError()
  return data
}

const allOn = { email: true, sound: true, messages: true, job_updates: true, payments: true }

// @covers 2.route.settings
test('each switch saves at once, says so, and stays after a reload @gate', async ({ page }) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, person, '/settings')
  await expect(toggle(page, 'Sound')).toBeChecked()
  await expectAccessible(page)
  await toggle(page, 'Sound').click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await toggle(page, 'Job updates').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Saved.')).toHaveCount(2)
  expect(await stored(person)).toEqual({ ...allOn, sound: false, job_updates: false })
  await page.reload()
  await expect(toggle(page, 'Sound')).not.toBeChecked()
  await expect(toggle(page, 'Email')).toBeChecked()
})

test('a switched-off notification stops at once, and returns with the switch', async ({
  browser,
}) => {
  const { facility, contractor, jobId } = await newTalk()
  await write(contractor, facility, jobId, 'When can you come?')
  const context = await facility.open(browser)
  const page = await context.newPage()
  await page.goto('/settings')
  await expect(page).toHaveTitle('(1) Settings · Mendwell')
  await toggle(page, 'Messages').click()
  await expect(page).toHaveTitle('Settings · Mendwell')
  await toggle(page, 'Messages').click()
  await expect(page).toHaveTitle('(1) Settings · Mendwell')
  await context.close()
})

test('a switch of a user without a row creates it', async ({ page }) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await person.client.from('notification_settings').delete().eq('user_id', person.id).throwOnError()
  await openAs(page, person, '/settings?tab=notifications')
  await toggle(page, 'Payments').click()
  await expect(page.getByText('Saved.')).toBeVisible()
  expect(await stored(person)).toEqual({ ...allOn, payments: false })
})

test('a switch that cannot be saved goes back, with a message @gate', async ({
  page,
  context,
  complaints,
}) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, person, '/settings')
  await expect(toggle(page, 'Email')).toBeChecked()
  await context.setOffline(true)
  await toggle(page, 'Email').click()
  const words = /^Couldn't save this\. Can't reach Mendwell\./
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await expect(toggle(page, 'Email')).toBeChecked()
  await context.setOffline(false)
  await toggle(page, 'Email').click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeHidden()
  expect(await stored(person)).toEqual({ ...allOn, email: false })
  complaints.splice(0)
})

test('two presses at once count once', async ({ page }) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, person, '/settings')
  await toggle(page, 'Messages').dblclick()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(toggle(page, 'Messages')).not.toBeChecked()
  expect(await stored(person)).toEqual({ ...allOn, messages: false })
})

test('settings that cannot be loaded can be retried', async ({ page }) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  const path = '**/rest/v1/notification_settings**'
  await page.route(path, (route) => route.fulfill({ status: 400, json: { message: 'no' } }))
  await openAs(page, person, '/settings')
  await expect(page.getByText('Failed to load settings.')).toBeVisible()
  await page.unroute(path)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(toggle(page, 'Email')).toBeVisible()
})

// @covers 2.settings.privacy 6.hidden.own-choice 6.hidden.not-listed 8.success.privacy
test('a consultant who hides the profile leaves the lists, and can return @gate', async ({
  page,
}) => {
  const [consultant, facility] = await Promise.all([
    newPerson('consultant', `Imogen Vale ${crypto.randomUUID().slice(0, 8)}`),
    newPerson('facility', 'Dana Whitfield'),
  ])
  const found = async () => {
    const { data } = await facility.client
      .rpc('search_consultants', { query: consultant.name })
      .throwOnError()
    return data.length
  }
  expect(await found()).toBe(1)
  await openAs(page, consultant, '/settings?tab=privacy')
  await toggle(page, 'Hide my profile').click()
  await expect(toast(page, 'Privacy settings saved.')).toBeVisible()
  expect(await found()).toBe(0)
  await toggle(page, 'Hide my profile').click()
  await expect(toggle(page, 'Hide my profile')).not.toBeChecked()
  await expect.poll(found).toBe(1)
})

test('privacy is accessible', async ({ page }) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, person, '/settings?tab=privacy')
  await expect(toggle(page, 'Hide my profile')).toBeVisible()
  await expectAccessible(page)
})

// @covers 2.settings.appearance
test('the theme takes effect at once and survives a reload @gate', async ({ page }) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, person, '/settings?tab=appearance')
  const scheme = page.locator('html')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('radio', { name: 'Match system' }).check()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
})

// @covers 2.settings.tabs
test('the tabs are in the address, work with arrow keys, and Back goes through them', async ({
  page,
}) => {
  const person = await newPerson('contractor', 'Ruth Ellison')
  await openAs(page, person, '/settings?tab=nothing')
  await expect(tab(page, 'Notifications')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Notifications').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Privacy')).toBeFocused()
  await expect(page).toHaveURL('/settings?tab=privacy')
  await expect(toggle(page, 'Hide my profile')).toBeVisible()
  await page.keyboard.press('End')
  await expect(tab(page, 'Security')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Notifications')).toBeFocused()
  await page.goBack()
  await expect(tab(page, 'Security')).toHaveAttribute('aria-selected', 'true')
})
