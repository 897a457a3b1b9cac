import type { Page } from '@playwright/test'
import { auditOf, manyPeople, newAdmin, rowOf } from './support/admin.ts'
import { inDatabase } from './support/database.ts'
import { exportCsv, withoutPicker } from './support/export.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newestMailTo } from './support/mails.ts'
import { openAs } from './support/market.ts'
import { expect, test } from './support/test.ts'

const list = '/admin/mails'

/**
 * Password resets for so many addresses that contain the mark. Their emails have failed for good.
 */
async function givenUp(mark: string, count = 1) {
  await inDatabase(
    `insert into private.outbox (kind, payload, attempts, last_error, created_at, dead_at)
     select 'auth.link', jsonb_build_object('purpose', 'recovery', 'email', $1 || '-' || n || '@example.test', 'ip', '::1'),
       16, '550 5.1.1 ' || $1 || ' <b>unknown</b>', now() - interval '3 days', now() - n * interval '1 minute'
     from generate_series(1, $2::integer) as n`,
    [mark, count],
  )
  return `${mark}-1@example.test`
}

const newMark = () => `mail${crypto.randomUUID().slice(0, 8)}`
const shown = (page: Page, count: string) => page.getByText(count, { exact: true })

test('an admin sees which emails failed and why, and sends them again @gate', async ({ page }) => {
  const admin = await newAdmin()
  const mark = newMark()
  await manyPeople(mark, 1)
  const address = await givenUp(mark)
  await openAs(page, admin, `${list}?q=${mark}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsent emails')
  await expect(page.getByText('They are deleted after 30 days.')).toBeVisible()
  const row = rowOf(page, address)
  await expect(row).toContainText('Reset a password')
  await expect(row).toContainText(`550 5.1.1 ${mark} <b>unknown</b>`)
  await expect(row).toContainText('16 attempts')
  await expectAccessible(page)
  await row.getByRole('button', { name: `Send again to ${address}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Send again' })
  await expect(dialog).toContainText(address)
  await expect(dialog).toContainText('Its link or code is valid from when it is sent')
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Send again' }).dblclick()
  await expect(
    page.getByRole('alert').filter({ hasText: 'The email is on its way.' }),
  ).toBeVisible()
  await expect(page.getByText('No unsent emails found.')).toBeVisible()
  await expect.poll(() => newestMailTo(address)).toContain('token_hash=')
  const { data } = await admin.client.rpc('admin_audit_log').throwOnError()
  const mine = data.filter(({ actor_id: actor }) => actor === admin.id)
  expect(mine.map(({ action }) => action)).toEqual(['send_mail_again'])
  await page.goto('/admin/audit?action=send_mail_again')
  await expect(rowOf(page, admin.name).first()).toContainText('“Reset a password”')
})

test('a removed email is gone for good, and changes by another admin are reported', async ({
  page,
}) => {
  const admin = await newAdmin()
  const mark = newMark()
  await givenUp(mark, 2)
  await openAs(page, admin, `${list}?q=${mark}`)
  await expect(shown(page, '2 unsent emails')).toBeVisible()
  const ask = async (name: string) => {
    await page.getByRole('button', { name }).click()
    return page.getByRole('dialog', { name: 'Remove email' })
  }
  const first = await ask(`Remove the email to ${mark}-1@`)
  await first.getByRole('button', { name: 'Remove' }).click()
  await expect(shown(page, '1 unsent email')).toBeVisible()
  const second = await ask(`Remove the email to ${mark}-2@`)
  await inDatabase("delete from private.outbox where payload ->> 'email' = $1", [
    `${mark}-2@example.test`,
  ])
  await second.getByRole('button', { name: 'Remove' }).click()
  await expect(second).toContainText('This email was not found.')
})

test('a retry for a user is logged under the user’s name', async ({ page }) => {
  const admin = await newAdmin()
  await inDatabase(
    `insert into private.outbox (kind, payload, attempts, last_error, dead_at)
     values ('mail', jsonb_build_object('kind', 'password-changed', 'to', $1::text, 'values', jsonb_build_object('email', $1::text)), 1, 'x', now())`,
    [admin.email],
  )
  await openAs(page, admin, `${list}?q=${encodeURIComponent(admin.email)}`)
  await expect(page.getByRole('link', { name: admin.email })).toHaveAttribute(
    'href',
    `/profile?id=${admin.id}`,
  )
  await page.getByRole('button', { name: /^Send again to/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('No unsent emails found.')).toBeVisible()
  expect(await auditOf(admin, admin.id)).toEqual([{ action: 'send_mail_again', reason: null }])
  await page.goto('/admin/audit?action=send_mail_again')
  await expect(rowOf(page, admin.id).first()).toContainText('Resent an email')
})

test('the list is paged, filtered in the address, and exported with the filters', async ({
  as,
}) => {
  const mark = newMark()
  await givenUp(mark, 27)
  const page = await as('admin')
  await withoutPicker(page)
  await page.goto(`${list}?q=${mark}&about=recovery`)
  await expect(page.getByText('1–25 of 27')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('26–27 of 27')).toBeVisible()
  const { lines } = await exportCsv(page)
  expect(lines).toHaveLength(28)
  expect(lines[1]).toContain(`${mark}-1@example.test`)
  expect(lines.join()).not.toContain('::1')
  await page.getByLabel('About', { exact: true }).selectOption('Invitation')
  await expect(page.getByText('No unsent emails found.')).toBeVisible()
})

test('the screen tells if every email was sent', async ({ as }) => {
  const page = await as('admin')
  await page.route('**/rest/v1/admin_dead_letters*', (route) =>
    route.fulfill({ json: [], headers: { 'content-range': '*/0' } }),
  )
  await page.goto(list)
  await expect(page.getByText('All emails were sent.')).toBeVisible()
})
