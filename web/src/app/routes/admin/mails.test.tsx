import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { serveAdminList, unsentMail } from '#testing-admin.ts'
import { json, refusal, reply, requestsTo } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import AdminMails from './mails.tsx'

let mails: Record<string, unknown>[] = []

beforeEach(() => {
  mails = [unsentMail()]
  serveAdminList(['admin_dead_letters'], () => mails)
})

const showMails = (at = '/admin/mails') => show(<AdminMails />, { at, role: 'admin' })

test('an unsent email shows what it is about, why it failed and how often it was tried', async () => {
  showMails()
  const row = within(await screen.findByRole('row', { name: /vera@example/ }))
  expect(row.getByText('Reset a password')).toBeVisible()
  expect(row.getByText('550 5.1.1 <b>unknown</b>')).toBeVisible()
  expect(row.getByText('16 attempts')).toBeVisible()
  expect(row.queryByRole('link')).toBeNull()
})

test('the recipient links to the user who has the address', async () => {
  mails = [unsentMail({ recipient_id: 'vera' })]
  showMails()
  expect(await screen.findByRole('link', { name: 'vera@example.com' })).toHaveAttribute(
    'href',
    '/admin/users/vera',
  )
})

test('an email is sent again once, and leaves the list', async () => {
  reply('POST', '/rest/v1/rpc/admin_send_again', () => json(null, 204))
  const { user } = showMails('/admin/mails?q=vera')
  await user.click(await screen.findByRole('button', { name: 'Send again to vera@example.com' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send again' }))
  expect(
    await dialog.findByText(/The link or code in it works from the time it is sent/),
  ).toBeVisible()
  expect(dialog.getByText('vera@example.com')).toBeVisible()
  mails = []
  await user.dblClick(dialog.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('The email is on its way.')).toBeVisible()
  expect(await screen.findByText('No unsent emails found.')).toBeVisible()
  const sentRequests = requestsTo('POST', '/rest/v1/rpc/admin_send_again')
  expect(sentRequests.map(({ body }) => body)).toEqual([{ mail_id: 'mail-1' }])
})

test('a removed email leaves the list, and removing an email that is already gone shows an error', async () => {
  mails = [unsentMail(), unsentMail({ id: 'mail-2', address: 'kim@example.com' })]
  const { user } = showMails('/admin/mails?q=example')
  const sendAgain = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Remove the email to ${name}` }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove email' }))
    await user.click(await dialog.findByRole('button', { name: 'Remove' }))
    return dialog
  }
  reply('POST', '/rest/v1/rpc/admin_remove_mail', () => {
    mails = mails.slice(1)
    return json(null, 204)
  })
  await sendAgain('vera@example.com')
  expect(await screen.findByText('1 unsent email')).toBeVisible()
  expect(await screen.findByText('Email removed.')).toBeVisible()
  reply('POST', '/rest/v1/rpc/admin_remove_mail', () =>
    refusal(404, 'mail_unknown', 'This email was not found.'),
  )
  const dialog = await sendAgain('kim@example.com')
  expect(await dialog.findByText('This email was not found.')).toBeVisible()
})

test('the list is filtered, searched and paged', async () => {
  serveAdminList(
    ['admin_dead_letters'],
    () => mails,
    () => 27,
  )
  const { user } = showMails('/admin/mails?q=mark&about=recovery')
  expect(await screen.findByText('1–25 of 27')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('26–27 of 27')).toBeVisible()
  const lastQuery = () => requestsTo('GET', '/rest/v1/admin_dead_letters').at(-1)?.query
  expect(lastQuery()?.get('about')).toBe('eq.recovery')
  expect(lastQuery()?.get('or')).toBe('(address.ilike."*mark*",last_error.ilike."*mark*")')
  await user.selectOptions(screen.getByLabelText('About'), 'Invitation')
  await expect.poll(() => lastQuery()?.get('about')).toBe('eq.invite')
})

test('an empty list says that every email was sent', async () => {
  mails = []
  showMails()
  expect(await screen.findByText('All emails were sent.')).toBeVisible()
})
