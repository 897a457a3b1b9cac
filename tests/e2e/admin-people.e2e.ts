// Tests the page that shows a consultant to admins, and the export of lists as files.
import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { auditOf, insertUsers, newAdmin, rowOf } from './support/admin.ts'
import { book, newConsultant, newFacility, addReviewedConsultations } from './support/consultant.ts'
import { executeSql } from './support/database.ts'
import { toastOn } from './support/facility.ts'
import { expectAccessible } from './support/accessibility.ts'
import { openAs } from './support/market.ts'
import { expect, test } from './support/test.ts'

const exportedText = async (page: Page) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const name = download.suggestedFilename()
  return { name, text: await readFile(await download.path(), 'utf8') }
}

/** Matches the second request of an export, which starts after the last row of the first request. */
const secondExportPage = /admin_search_users.*id\.gt\./

const refuseRequest = (route: Route) => route.fulfill({ status: 400, json: { message: 'no' } })

/** Removes the save dialog, so that an export becomes a download. */
async function withoutPicker(page: Page) {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
}

test("a consultant's page shows bookings, and a review is removed @gate", async ({ page }) => {
  const [admin, facility, consultant] = await Promise.all([
    newAdmin(),
    newFacility('Theo <b>Marsh</b>'),
    newConsultant('Vera Lindt'),
  ])
  await addReviewedConsultations(facility, consultant, 2)
  await book(facility, consultant, 3)
  await openAs(page, admin, `/admin/consultations?search=${consultant.email}`)
  await page.getByRole('link', { name: 'Vera Lindt' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vera Lindt')
  await expect(page.getByRole('table', { name: 'Consultations' }).getByRole('row')).toHaveCount(4)
  await expect(rowOf(page, 'Booked')).toContainText('Theo <b>Marsh</b>')
  const reviews = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')
  await expect(reviews).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove review by Dana Whitfield' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Remove review' })
  await dialog.getByLabel('Reason').fill('Names a patient')
  await dialog.getByRole('button', { name: 'Remove review' }).click()
  await expect(toastOn(page, 'Review removed.')).toBeVisible()
  await expect(reviews).toHaveCount(1)
  const { data } = await admin.client.rpc('admin_audit_log').limit(1).throwOnError()
  expect(data).toMatchObject([{ action: 'remove_review', reason: 'Names a patient' }])
  expect(await auditOf(admin, consultant.id)).toEqual([])
  await page.getByLabel('When').selectOption('Canceled')
  await expect(page.getByText('No consultations found.')).toBeVisible()
})

test("a consultant's page meets the rules of every screen", async ({ page, signInAs }) => {
  const [facility, consultant] = await Promise.all([
    newFacility('X'.repeat(200)),
    newConsultant('حسن للصيانة'),
  ])
  await addReviewedConsultations(facility, consultant, 1)
  await signInAs('admin')
  await page.goto(`/admin/consultations/${consultant.id}`)
  await expect(rowOf(page, 'XXX')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove review/ })).toBeVisible()
  await expectAccessible(page)
})

test('an export has the filtered rows in order, and is safe for spreadsheets', async ({
  page,
  signInAs,
}) => {
  const mark = crypto.randomUUID()
  await insertUsers(mark, 2345)
  await executeSql(
    `update public.profiles set full_name = '=HYPERLINK("x", "y")'
     where id = (select id from auth.users where email = $1)`,
    [`${mark}-1@example.test`],
  )
  await withoutPicker(page)
  await signInAs('admin')
  await page.goto(`/admin/users?search=${mark}&role=contractor`)
  await expect(page.getByText('2,345 users')).toBeVisible()
  const { name, text } = await exportedText(page)
  expect(name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFFUsername,Full name,Email,Role,Company,Created,Last Active,Suspended until',
  )
  expect(lines).toHaveLength(2346)
  expect(new Set(lines).size).toBe(2346)
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"", ""y"")",${mark}-1@example.test`)
  expect(lines.at(-1)).toContain(`${mark}-2345@example.test,contractor,,`)
  await expect(page.getByText(`2,345 rows saved as ${name}.`)).toBeVisible()
})

test('the export includes rows without a value in the sorted column', async ({
  page,
  signInAs,
}) => {
  const mark = crypto.randomUUID()
  await insertUsers(mark, 1500)
  await executeSql(
    `update public.profiles set company_name = 'Company of ' || username
     from auth.users u where u.id = profiles.id and u.email like $1`,
    [`${mark}-7%`],
  )
  await withoutPicker(page)
  await signInAs('admin')
  await page.goto('/admin/users')
  for (const sort of ['company_name', '-company_name']) {
    await page.goto(`/admin/users?search=${mark}&sort=${sort}`)
    await expect(page.getByText('1,500 users')).toBeVisible()
    const { text } = await exportedText(page)
    expect(new Set(text.trimEnd().split('\r\n')).size).toBe(1501)
  }
})

test('the export is written while it is read, if the browser supports that', async ({
  page,
  signInAs,
}) => {
  const mark = crypto.randomUUID()
  await insertUsers(mark, 1200)
  // Tests cannot use the browser's save dialog, so this function writes to the page's private folder.
  await page.addInitScript(() => {
    const opened = new Set<string>()
    const picker = async ({ suggestedName }: { suggestedName: string }) => {
      if (opened.has(suggestedName)) throw new Error('There is a window already.')
      opened.add(suggestedName)
      await new Promise((resolve) => addEventListener('place-chosen', resolve, { once: true }))
      opened.delete(suggestedName)
      const folder = await navigator.storage.getDirectory()
      return folder.getFileHandle(suggestedName, { create: true })
    }
    Reflect.set(window, 'showSaveFilePicker', picker)
  })
  const chooseSaveLocation = () =>
    page.evaluate(() => void dispatchEvent(new Event('place-chosen')))
  const writtenText = () =>
    page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory()
      const lengths: number[] = []
      for await (const [name] of folder.entries()) {
        const handle = await folder.getFileHandle(name)
        lengths.push((await (await handle.getFile()).text()).split('\r\n').length)
      }
      return lengths
    })
  await signInAs('admin')
  await page.goto(`/admin/users?search=${mark}`)
  await expect(page.getByText('1,200 users')).toBeVisible()
  await page.route(secondExportPage, refuseRequest)
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter')
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter')
  await chooseSaveLocation()
  await expect(page.getByText('The export stopped after 1,000 rows')).toBeVisible()
  expect(await writtenText()).toEqual([])
  await page.unroute(secondExportPage)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await chooseSaveLocation()
  await expect(page.getByText('1,200 rows saved')).toBeVisible()
  expect(await writtenText()).toEqual([1202])
})
