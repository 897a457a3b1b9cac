// Tests sign-ins through a SAML identity provider.
import type { Page } from '@playwright/test'
import { newSigningKey } from '../support/saml/certificate.ts'
import type { PostedFields, AssertionChanges } from '../support/saml/company.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type SignInProviders, samlCompany, test } from './support/sign-in-providers.ts'
import { createOwnServer } from './support/own-server.ts'
import { people, signIn } from './support/people.ts'
import { expect } from './support/test.ts'
import { startTlsProxy } from './support/tls.ts'

const alert = (page: Page) => page.getByRole('alert')
const linked = (page: Page) =>
  page
    .getByRole('region', { name: 'Linked accounts' })
    .getByRole('listitem')
    .filter({ hasText: 'Company account' })

async function openCompanyForm(page: Page, email: string, from = '/login') {
  await page.goto(from)
  await page.getByRole('button', { name: 'Continue with company account' }).click()
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Signs in a new employee with these changes to the SAML response. Returns the employee's email. */
async function signInAtCompany(
  page: Page,
  { borealis }: SignInProviders,
  changes: AssertionChanges = {},
) {
  const email = `${crypto.randomUUID()}@borealis.example`
  borealis.setSignIn({ email }, changes)
  await openCompanyForm(page, email)
  return email
}

/** Returns the form fields that the provider's page posts to the server. */
async function captureFormPost(page: Page, action: () => Promise<unknown>): Promise<PostedFields> {
  const formPost = page.waitForRequest('**/auth/v1/sso/saml/acs')
  await action()
  const fields = new URLSearchParams((await formPost).postData() ?? '')
  return {
    SAMLResponse: fields.get('SAMLResponse') ?? '',
    RelayState: fields.get('RelayState') ?? '',
  }
}

/** Posts these form fields to the server. */
async function postAgain(page: Page, postedFields: Partial<PostedFields>) {
  await page.evaluate((fields) => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = '/auth/v1/sso/saml/acs'
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement('input')
      Object.assign(field, { type: 'hidden', name, value })
      form.append(field)
    }
    document.body.append(form)
    form.submit()
  }, postedFields)
}

// @covers sign-in.saml-screen
test('a company account by SAML signs in, is the same the next time, and appears in Settings', async ({
  page,
  browser,
  providers,
}) => {
  const email = await signInAtCompany(page, providers)
  await expect(page).toHaveURL(people.facility.landing)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/settings?tab=security')
  await expect(linked(page)).toContainText(email)

  const otherContext = await browser.newContext({ baseURL: providers.server.url })
  const otherPage = await otherContext.newPage()
  await openCompanyForm(otherPage, email, '/login?next=/settings')
  await expect(otherPage).toHaveURL('/settings')
  await expect(otherPage.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await otherContext.close()
})

test('a company account by SAML is linked to the existing account', async ({ page, providers }) => {
  const account = await providers.newAccount()
  providers.borealis.setSignIn({ email: 'jo@borealis.example' })
  await page.goto('/login?next=%2Fsettings%3Ftab%3Dsecurity')
  await signIn(page, account.email, account.password)
  await page.getByRole('button', { name: 'Link company account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link company account' })
  await dialog.getByLabel('Work email').fill('jo@borealis.example')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(linked(page)).toContainText('jo@borealis.example')
  await expect(page).toHaveURL('/settings?tab=security')
})

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const badResponses: Record<string, [saying: AssertionChanges, words: RegExp]> = {
  'a forged response': [{ key: newSigningKey('stranger') }, /^We couldn't verify that login/],
  'an expired response': [
    {
      change: (xml) =>
        xml.replaceAll(/NotOnOrAfter="[^"]+"/gu, `NotOnOrAfter="${minutesFromNow(-2)}"`),
    },
    /^We couldn't verify that login. Try again./,
  ],
  'a response for another app': [
    {
      change: (xml) => xml.replace(/<saml:Audience>[^<]+/u, '<saml:Audience>https://other.example'),
    },
    /^We couldn't verify that login/,
  ],
  'a response that is too large': [
    { change: (xml) => `${xml}<!--${'x'.repeat(600_000)}-->` },
    /^The provider sent too much data. Log in another way, and contact an admin/,
  ],
  'a refusal by the company': [
    { change: (xml) => xml.replace('status:Success', 'status:Responder') },
    /^The login was canceled or refused. Try again, or log in another way.$/,
  ],
}

for (const [name, [changes, message]] of Object.entries(badResponses)) {
  // @covers sign-in.saml-advice
  test(`${name} leads back to the form with advice, and signs nobody in`, async ({
    page,
    providers,
  }) => {
    const email = await signInAtCompany(page, providers, changes)
    await expect(page).toHaveURL(/^[^?]*\/login\?/)
    await expect(alert(page)).toHaveText(message)
    await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
    const { rows } = await providers.queryDatabase('select from auth.users where email = $1', [
      email,
    ])
    expect(rows).toEqual([])
  })
}

// @covers sign-in.saml-repeated-screen
test('a repeated or unrequested SAML response is reported on the form', async ({
  page,
  browser,
  providers,
}) => {
  const postedFields = await captureFormPost(page, () => signInAtCompany(page, providers))
  await expect(page).toHaveURL(people.facility.landing)

  const otherContext = await browser.newContext({ baseURL: providers.server.url })
  const thiefPage = await otherContext.newPage()
  await thiefPage.goto('/login')
  await postAgain(thiefPage, postedFields)
  await expect(thiefPage).toHaveURL(/\/login\?/)
  await expect(alert(thiefPage)).toHaveText(
    /^This login has expired or was started in another browser/,
  )
  await expectAccessible(thiefPage)
  await test.step("also when a link on the company's page starts the sign-in", async () => {
    await thiefPage.goto('/login')
    await postAgain(thiefPage, { SAMLResponse: postedFields.SAMLResponse })
    await expect(alert(thiefPage)).toHaveText(/^This login has expired or was started in/)
  })
  await otherContext.close()
})

// @covers sign-in.saml-cross-site
test('a company on another site can sign users in over https', async ({
  browser,
  providers: { borealis },
}) => {
  test.setTimeout(120_000)
  const tls = await startTlsProxy()
  const server = await createOwnServer({
    SITE_URL: tls.url,
    COMPANY_SIGN_IN: JSON.stringify([samlCompany(borealis)]),
  })
  tls.setTarget(server.url)
  await server.start()
  const context = await browser.newContext({ baseURL: tls.url, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  borealis.setSignIn({ email: 'far@borealis.example' })
  await openCompanyForm(page, 'far@borealis.example', '/login?next=/settings')
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await context.close()
  await server.remove()
  tls.close()
})
