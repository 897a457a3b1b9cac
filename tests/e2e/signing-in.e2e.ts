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

// @covers 2.login.back
test('"← Back to Home" leads to /marketing', async ({ page }) => {
  await page.goto('/login')
  await page.getByText('← Back to Home').click()
  await expect(page).toHaveURL('/marketing')
})

for (const role of roles) {
  // @covers 2.login.landing
  test(`a ${role} lands on ${people[role].landing} @gate`, async ({ page }) => {
    await page.goto('/login')
    await signIn(page, people[role].email)
    await expect(page).toHaveURL(people[role].landing)
  })
}

// @covers 2.route.remembered
test('the requested page opens next, with its query @gate', async ({ page }) => {
  await page.goto('/inbox?filter=unread#top')
  await expect(page).toHaveURL(/\/login\?next=/)
  await signIn(page, people.facility.email)
  await expect(page).toHaveURL('/inbox?filter=unread#top')
})

for (const next of [
  '/login?token_hash=x&type=magiclink',
  '/marketing',
  '/',
  '//evil.test',
  '/\\evil.test',
  'https://evil.test',
  '/..//evil.test',
  'x',
  '',
]) {
  test(`a target of "${next}" is not followed`, async ({ page }) => {
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await signIn(page, people.contractor.email)
    await expect(page).toHaveURL(people.contractor.landing)
  })
}

// @covers 8.login.invalid
test('a wrong password is refused with a message, and the input is kept @gate', async ({
  page,
}) => {
  await page.goto('/login')
  await signIn(page, people.facility.email, 'wrong')
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  await expect(page.getByLabel('Email')).toHaveValue(people.facility.email)
  await expect(page.getByLabel('Password')).toHaveValue('wrong')
})

// @covers 2.login.working 4.login.in-progress
test('the button is disabled with a spinner while it works', async ({ page }) => {
  await page.goto('/login')
  await page.route('**/auth/v1/token**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await signIn(page, people.facility.email)
  await expect(page.getByRole('button', { name: 'Log In' })).toBeDisabled()
  await expect(page).toHaveURL(people.facility.landing)
})

const odd = [
  ['no address', 'ada', 'Enter an email address such as name@company.com.'],
  ['10,000 characters', `${'a'.repeat(10_000)}@b.test`, 'This is too long for an email address.'],
  ['markup', '<b>ada</b>', 'Enter an email address such as name@company.com.'],
] as const

for (const [what, email, words] of odd) {
  // @covers 5.login.required
  test(`${what} as an email is reported when the field loses the focus`, async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').focus()
    await expect(page.getByText(words)).toBeVisible()
    await page.getByLabel('Email').fill('ada@example.test')
    await expect(page.getByText(words)).toBeHidden()
  })
}

test('a password of 10,000 characters is refused with a message', async ({ page }) => {
  await page.goto('/login')
  await signIn(page, people.facility.email, 'x'.repeat(10_000))
  await expect(page.getByRole('alert')).toBeVisible()
})

test('a server that does not respond is reported, and the next attempt works', async ({
  page,
  complaints,
}) => {
  await page.goto('/login')
  await page.route('**/auth/v1/token**', (route) => route.abort())
  await signIn(page, people.facility.email)
  await expect(page.getByRole('alert')).toHaveText(/Can't reach/)
  await page.unroute('**/auth/v1/token**')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(people.facility.landing)
  forget(complaints, /net::ERR_FAILED/)
})

const lookUps = [
  // @covers 5.login.no-profile 8.login.no-profile
  ['nobody', [], 'No profile found'],
  // @covers 5.login.unknown-role 8.login.unknown-role
  ['somebody without a known role', [{ role: 'janitor' }], 'Unrecognized user role'],
] as const

for (const [who, rows, words] of lookUps) {
  test(`${who} behind an account is reported, without a half sign-in`, async ({ page }) => {
    await page.route('**/rest/v1/profiles**', (route) => route.fulfill({ json: rows }))
    // The form also works when the app redirects to it, with its session listener already running.
    for (const start of ['/login', '/inbox']) {
      await page.goto(start)
      await expect(page).toHaveURL(/\/login/)
      await signIn(page, people.facility.email)
      await expect(page.getByRole('alert')).toHaveText(words)
    }
    await page.unroute('**/rest/v1/profiles**')
    await page.goto('/inbox')
    await expect(page).toHaveURL(/\/login/)
  })
}

// @covers 5.login.no-user 8.login.no-user-data
test('a response without a user is reported', async ({ page }) => {
  await page.route('**/auth/v1/token**', (route) => route.fulfill({ json: {} }))
  await page.goto('/login')
  await signIn(page, people.facility.email)
  await expect(page.getByRole('alert')).toHaveText('No user data returned')
})

test('a signed-in user continues at once', async ({ as }) => {
  const page = await as('consultant')
  await page.goto('/login?next=/settings')
  await expect(page).toHaveURL('/settings')
})

test('it works with only the keyboard @gate', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(people.contractor.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Mendwell-demo-1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(people.contractor.landing)
})

function forget(complaints: string[], what: RegExp) {
  complaints.splice(0, complaints.length, ...complaints.filter((each) => !what.test(each)))
}
