import { openSettings } from './support/account-menu.ts'
import { expectAccessible } from './support/accessibility.ts'
import { people, roles } from './support/people.ts'
import { expect, test } from './support/test.ts'

for (const role of roles) {
  test(`the frame of a ${role} is accessible and every link in it works @gate`, async ({
    signInAs,
  }) => {
    const page = await signInAs(role)
    await page.goto(people[role].landing)
    const places = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link')
    await expect(places.first()).toHaveAttribute('aria-current', 'page')
    expect(await places.count()).toBeLessThanOrEqual(9)
    const [, ...others] = await places.all()
    for (const place of others) {
      await place.click()
      await expect(place).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    }
    await expectAccessible(page)
  })
}

test('the inbox shows the number of unread messages @gate', async ({ signInAs }) => {
  const page = await signInAs('facility')
  await page.goto('/facility-dashboard')
  await expect(page.getByRole('link', { name: /^Inbox \d+ unread$/ }).first()).toBeVisible()
})

test('the theme is chosen in the account menu, stored, and applied from the first paint', async ({
  signInAs,
}) => {
  const page = await signInAs('facility')
  await page.goto('/facility-dashboard')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(
    'dark',
  )
  released.resolve()
})

test('the menus are accessible while they are open, and close by Escape', async ({ signInAs }) => {
  const page = await signInAs('admin')
  await page.goto('/admin-dashboard')
  const button = page.getByRole('button', { name: /^Account of/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  // On the narrow screen that was checked too, the sidebar is hidden, so the menu lost the focus.
  await page.getByRole('menuitem', { name: 'Settings' }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()
})

test('on a phone the main links are at the bottom, the rest behind "More" @gate', async ({
  signInAs,
}) => {
  const page = await signInAs('consultant')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/consultant')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const menu = page.getByRole('dialog')
  await expect(menu).toBeVisible()
  await menu.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/edit-profile')
  await expect(menu).toBeHidden()
})

test('the first Tab offers to skip to the content', async ({ signInAs }) => {
  const page = await signInAs('facility')
  await page.goto('/facility-dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
})

test('a name of 200 characters and markup in it are text that fits', async ({ signInAs }) => {
  const page = await signInAs('facility')
  const name = `<b>${'Wolfeschlegel'.repeat(15)}</b>`
  await page.route('**/rest/v1/profiles**', (route) =>
    route.fulfill({ json: [{ role: 'facility', full_name: name, username: null }] }),
  )
  await page.goto('/facility-dashboard')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menu').getByText(name)).toBeVisible()
  await expectAccessible(page)
})

test('Back restores the scroll position of a dashboard, and a new page begins at its top', async ({
  signInAs,
}) => {
  const page = await signInAs('facility')
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('/facility-dashboard')
  const scrollY = () => page.evaluate(() => window.scrollY)
  await page.getByRole('article').nth(4).scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollTo(0, 700))
  await expect.poll(scrollY).toBe(700)
  await openSettings(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  expect(await scrollY()).toBe(0)
  await page.goBack()
  await expect(page.getByRole('article').nth(4)).toBeVisible()
  await expect.poll(scrollY).toBe(700)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await page.goBack()
  await expect.poll(scrollY).toBe(700)
})
