import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { newPerson, openAs, type Person } from './support/market.ts'
import { newConversation, sendMessageByApi } from './support/conversations.ts'
import { expect, test } from './support/test.ts'

const toggle = (page: Page, name: string) => page.getByRole('switch', { name })
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
  const { facility, contractor, jobId } = await newConversation()
  await sendMessageByApi(contractor, facility, jobId, 'When can you come?')
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

// @covers 2.settings.privacy 6.hidden.own-choice 6.hidden.not-listed 8.success.privacy
test('a consultant who hides the profile leaves the lists, and can return', async ({ page }) => {
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
test('the theme takes effect at once and survives a reload', async ({ page }) => {
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
