// Tests a phone number as second factor.
import { type Browser, expect, test } from '@playwright/test'
import { startSmsReceiver } from '../support/sms-receiver.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type OwnServer, createOwnServer } from './support/own-server.ts'
import { people, signIn } from './support/people.ts'

const number = '+15550007001'
const { email } = people.contractor

async function signedIn(browser: Browser, { url }: OwnServer) {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/login?next=%2Fsettings%3Ftab%3Dsecurity')
  await signIn(page, email)
  return page
}

// @covers sign-in.phone-factor-screen
test('a phone number is added, receives the code at the next sign-in, and is removed', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const service = await startSmsReceiver()
  const server = await createOwnServer(service.settings)
  await server.start()

  const page = await signedIn(browser, server)
  await page.getByRole('button', { name: 'Add a phone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a phone' })
  await dialog.getByLabel('Phone number').fill('0555 000 7001')
  await dialog.getByRole('button', { name: 'Text me a code' }).click()
  await expect(dialog.getByText('Start with + and the country code')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Phone number').fill('+1 (555) 000-7001')
  await dialog.getByRole('button', { name: 'Text me a code' }).click()
  await expect(dialog.getByRole('status')).toContainText(`A code is on its way to ${number}.`)
  await dialog.getByLabel('Code').fill((await service.next(number)).code)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const remove = page.getByRole('button', { name: `Remove Phone ${number}` })
  await expect(remove).toBeVisible()

  const secondPage = await signedIn(browser, server)
  await expect(secondPage.getByRole('heading', { name: 'One more step' })).toBeVisible()
  const code = secondPage.getByLabel('Code')
  await code.fill('123456')
  await secondPage.getByRole('button', { name: 'Verify' }).click()
  await expect(secondPage.getByRole('alert')).toHaveText('Select “Text me a code” first.')
  // The first SMS, which confirmed the number, does not count toward the limit.
  await secondPage.getByRole('button', { name: 'Text me a code' }).click()
  await expect(secondPage.getByRole('status')).toContainText('A code is on its way to your phone.')
  await expect(
    secondPage.getByRole('button', { name: /^Text me a new code in \d+ s$/ }),
  ).toBeDisabled()
  await expectAccessible(secondPage)
  const thirdPage = await signedIn(browser, server)
  await expect(thirdPage.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await thirdPage.getByRole('button', { name: 'Text me a code' }).click()
  await expect(
    thirdPage.getByText(/^For security purposes, you can only request this/),
  ).toBeVisible()
  await code.fill((await service.next(number)).code)
  await secondPage.keyboard.press('Enter')
  await expect(secondPage).toHaveURL('/settings?tab=security')

  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Off. With an authenticator app,')).toBeVisible()
  await server.remove()
  await service.close()
})
