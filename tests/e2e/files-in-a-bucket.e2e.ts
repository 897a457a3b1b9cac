// Tests uploads to an S3 bucket that is full or busy.
import type { Page } from '@playwright/test'
import { refuse, startS3 } from '../support/s3/s3-server.ts'
import { newAccount } from './support/accounts.ts'
import { chooseFiles, deleteFile, testFile } from './support/consultant.ts'
import { expectAccessible } from './support/accessibility.ts'
import { createOwnServer } from './support/own-server.ts'
import { signIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const resume = (page: Page) => page.getByRole('region', { name: 'Resume' })
const view = (page: Page) => resume(page).getByRole('link', { name: 'View Resume' })
const retry = (page: Page) => resume(page).getByRole('button', { name: 'Retry resume.pdf' })

// @covers files.s3-full-screen
test('a document waits until the bucket responds and has room, is stored and deleted again', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const service = await startS3()
  const server = await createOwnServer(service.settings)
  await server.start()
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  const account = await newAccount({ role: 'consultant', folder: server.dataFolder })
  await page.goto('/login?next=/consultant/documents')
  await signIn(page, account.email, account.password)
  await expect(resume(page).getByText('No resume uploaded.')).toBeVisible()
  const before = new Set(service.objects.keys())

  await test.step('a full bucket is reported', async () => {
    service.failWith((_request, response) => Boolean(refuse(response, 'QuotaExceeded', 507)))
    await chooseFiles(page, 'Choose a file', [testFile('resume.pdf')])
    await expect(resume(page).getByRole('alert')).toHaveText(
      "There isn't enough storage for this file, so it wasn't saved. Contact an admin.",
    )
    await expectAccessible(page)
  })
  await test.step('a busy bucket is reported', async () => {
    service.failWith((_request, response) => Boolean(refuse(response, 'SlowDown', 503)))
    await retry(page).click()
    await expect(resume(page).getByText(/^Mendwell is busy/)).toBeVisible()
  })
  expect(new Set(service.objects.keys())).toEqual(before)

  service.failWith()
  await retry(page).click()
  await expect(view(page)).toBeVisible()
  expect(service.objects.size).toBe(before.size + 1)
  const respond = await page.request.get((await view(page).getAttribute('href')) ?? '')
  expect(await respond.body()).toEqual(testFile('resume.pdf').buffer)
  await deleteFile(page, 'Resume')
  await expect.poll(() => service.objects.size).toBe(before.size)

  await context.close()
  await server.remove()
  await service.close()
})
