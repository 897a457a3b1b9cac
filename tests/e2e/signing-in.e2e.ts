import { people, roles, signIn } from './support/people.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

// @covers 2.route.login 2.login.texts 5.login.required
test('the screen has its texts and is accessible, even with errors @gate', async ({ page }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle('Log in · Mendwell')
  await expect(page.getByRole('heading', { name: 'Login to Mendwell' })).toBeVisible()
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Enter an email address.')).toBeVisible()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expectAccessible(page)
})

for (const role of roles) {
  // @covers 2.login.landing
  test(`a ${role} lands on ${people[role].landing} @gate`, async ({ page }) => {
    await page.goto('/login')
    await signIn(page, people[role].email)
    await expect(page).toHaveURL(people[role].landing)
  })
}
