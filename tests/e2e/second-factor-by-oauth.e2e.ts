// Tests that sign-ins through Google and through companies ask for the code of the authenticator app.
import type { Page } from '@playwright/test'
import { fetchAnonKey, addSecondFactor } from './support/accounts.ts'
import { codeFor } from './support/authenticator.ts'
import { type SignInProviders, test } from './support/sign-in-providers.ts'
import { people } from './support/people.ts'
import { expect } from './support/test.ts'

type Protected = Awaited<ReturnType<typeof addSecondFactor>>

const codeForm = (page: Page) => page.getByRole('heading', { name: 'One more step' })

async function newProtected(
  { newAccount, server }: SignInProviders,
  of: Parameters<typeof newAccount>[0],
) {
  return addSecondFactor(await newAccount(of), server.url)
}

async function chooseCompany(page: Page, email: string) {
  await page.getByRole('button', { name: 'Continue with company account' }).click()
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Enters the next code, because adding the authenticator app used up the current code. */
async function enterCode(page: Page, { secret }: Protected) {
  await page.getByLabel('Code').fill(codeFor(secret, 1))
  await page.keyboard.press('Enter')
}

const providersByName: Record<
  string,
  [domain: string, come: (page: Page, email: string) => Promise<void>]
> = {
  Google: ['example.test', (page) => page.getByRole('button', { name: 'Google' }).click()],
  'a company': ['example.test', chooseCompany],
  'a company by SAML': ['borealis.example', chooseCompany],
}

for (const [name, [domain, signIn]] of Object.entries(providersByName)) {
  // @covers sign-in.factor-after-company
  test(`a sign-in by ${name} asks for the code of the authenticator app first`, async ({
    page,
    providers,
  }) => {
    const account = await newProtected(providers, { domain })
    const { email } = account
    providers.openId.setUser({ email, email_verified: true })
    providers.borealis.setSignIn({ email })
    await page.goto('/login')
    await signIn(page, email)
    await expect(codeForm(page)).toBeVisible()
    await test.step('no page opens before the code', async () => {
      await page.goto('/inbox')
      await expect(page).toHaveURL('/login?next=%2Finbox')
      await expect(codeForm(page)).toBeVisible()
    })
    await enterCode(page, account)
    await expect(page).toHaveURL('/inbox')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

/** Reads the page's token from storage, as an attacker could. */
function tokenOf(page: Page) {
  return page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('-auth-token')) ?? ''
    const session: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    return typeof session === 'object' && session
      ? String(Reflect.get(session, 'access_token'))
      : ''
  })
}

async function askAsAdmin(page: Page, { server: { url } }: SignInProviders) {
  const { status } = await fetch(`${url}/rest/v1/admin_dead_letters`, {
    headers: {
      apikey: await fetchAnonKey(url),
      authorization: `Bearer ${await tokenOf(page)}`,
    },
  })
  return status
}

// @covers sign-in.admin-factor
test('an admin who signs in through a company gets no admin data before the code', async ({
  page,
  providers,
}) => {
  const account = await newProtected(providers, { role: 'admin' })
  providers.openId.setUser({ email: account.email, email_verified: true })
  await page.goto('/login')
  await chooseCompany(page, account.email)
  await expect(codeForm(page)).toBeVisible()
  expect(await askAsAdmin(page, providers)).toBe(403)
  await enterCode(page, account)
  await expect(page).toHaveURL(people.admin.landing)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await askAsAdmin(page, providers)).toBe(200)
})
