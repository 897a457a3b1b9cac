import { insertUsers, newAdmin, rowOf } from './support/admin.ts'
import { executeSql } from './support/database.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newestMailTo } from './support/mails.ts'
import { openAs } from './support/market.ts'
import { expect, test } from './support/test.ts'

const list = '/admin/mails'

/** Creates `count` failed password reset emails to addresses that begin with `mark`. */
async function insertFailedMails(mark: string, count = 1) {
  await executeSql(
    `insert into private.outbox (kind, payload, attempts, last_error, created_at, dead_at)
     select 'auth.link', jsonb_build_object('purpose', 'recovery', 'email', $1 || '-' || n || '@example.test', 'ip', '::1'),
       16, '550 5.1.1 ' || $1 || ' <b>unknown</b>', now() - interval '3 days', now() - n * interval '1 minute'
     from generate_series(1, $2::integer) as n`,
    [mark, count],
  )
  return `${mark}-1@example.test`
}

const newMark = () => `mail${crypto.randomUUID().slice(0, 8)}`

test('an admin sees which emails failed and why, and sends them again', async ({ page }) => {
  const admin = await newAdmin()
  const mark = newMark()
  await insertUsers(mark, 1)
  const address = await insertFailedMails(mark)
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
  await expect(dialog).toContainText('The link or code in it works from the time it is sent')
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
