import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { newSignUp, ruthId, serveAdminList } from '#testing-admin.ts'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import { json, refusal, reply, requestsTo } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import AdminNewcomers from './newcomers.tsx'

const path = '/rest/v1/rpc/admin_admit'
let signUps: Record<string, unknown>[] = []

beforeEach(() => {
  signUps = [newSignUp()]
  serveAdminList(['admin_newcomers'], () => signUps)
})

const showList = (at = '/admin/newcomers') => show(<AdminNewcomers />, { at, role: 'admin' })

async function openAdmission({ user }: ReturnType<typeof showList>) {
  await user.click(await screen.findByRole('button', { name: 'Assign role to Nora Quist' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign role' }))
  await dialog.findByLabelText('Reason *')
  return { ...dialog, send: dialog.getByRole('button', { name: 'Assign role' }) }
}

test('an admin gives a role with a company and a reason, and cannot give the role of admin', async () => {
  reply('POST', path, () => json(null, 204))
  const shown = showList()
  const dialog = await openAdmission(shown)
  const options = within(dialog.getByLabelText('Role *')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Choose a role',
    'Contractor',
    'Consultant',
    'Facility',
  ])
  expect(dialog.getByLabelText('Full name *')).toHaveValue('Nora Quist')
  await shown.user.click(dialog.send)
  for (const text of ['Choose a role.', 'Enter a company.', 'Enter a reason.'])
    expect(dialog.getAllByText(text)[0]).toBeVisible()
  await shown.user.selectOptions(dialog.getByLabelText('Role *'), 'Facility')
  await shown.user.type(dialog.getByLabelText('Company *'), 'Quist Halls')
  await shown.user.type(dialog.getByLabelText('Reason *'), 'She called')
  signUps = []
  await shown.user.click(dialog.send)
  expect(await screen.findByText('Role assigned.')).toBeVisible()
  expect(await screen.findByText('No new sign-ups yet.')).toBeVisible()
  expect(requestsTo('POST', path).map(({ body }) => body)).toEqual([
    {
      user_id: ruthId,
      role: 'facility',
      full_name: 'Nora Quist',
      company_name: 'Quist Halls',
      reason: 'She called',
    },
  ])
})

// @covers sign-in.newcomer-banned
test.for([
  ['This user already has a role.', 'Another admin may have given it.', []],
  [
    'This user is suspended.',
    'Lift the suspension first.',
    [newSignUp({ banned_until: 'infinity' })],
  ],
] as const)(
  'a refusal is shown in the dialog, and the list is current: %s',
  async ([message, hint, textAfter]) => {
    reply('POST', path, () => refusal(409, 'refused_admission', message, hint))
    const shown = showList()
    const dialog = await openAdmission(shown)
    await shown.user.selectOptions(dialog.getByLabelText('Role *'), 'Consultant')
    await shown.user.type(dialog.getByLabelText('Company *'), 'Brandt')
    await shown.user.type(dialog.getByLabelText('Reason *'), 'He called')
    signUps = [...textAfter]
    await shown.user.click(dialog.send)
    expect(await dialog.findByRole('alert')).toHaveTextContent(`${message} ${hint}`)
    await shown.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await expect
      .poll(() => screen.queryByRole('button', { name: 'Assign role to Nora Quist' }))
      .toBeNull()
  },
)

test('a user who gets a role from another admin leaves the list without a reload', async () => {
  showList()
  await screen.findByRole('row', { name: /Nora Quist/ })
  await waitFor(() => expect(isSubscribedTo('profiles')).toBe(true))
  signUps = []
  sendChange('profiles', 'INSERT', { id: 'nora' })
  expect(await screen.findByText('No new sign-ups yet.')).toBeVisible()
})

test('a banned user stays in the list, gets no role, and can be unbanned', async () => {
  signUps = [newSignUp({ banned_until: 'infinity' })]
  const { user } = showList()
  const row = within(await screen.findByRole('row', { name: /Nora Quist/ }))
  expect(row.getByText('Suspended')).toBeVisible()
  expect(row.getByText('Lift the suspension first.')).toBeVisible()
  expect(row.queryByRole('button', { name: /^Assign role/ })).toBeNull()
  await user.click(row.getByRole('button', { name: 'Actions for Nora Quist' }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Lift suspension'])
})

test('the filters find users who wait, or users who are banned', async () => {
  const { user } = showList()
  await screen.findByText('1 new sign-up')
  const lastQuery = () => requestsTo('GET', '/rest/v1/admin_newcomers').at(-1)?.query
  await user.selectOptions(screen.getByLabelText('Status'), 'Waiting')
  await expect
    .poll(() => lastQuery()?.get('or'))
    .toMatch(/^\(banned_until\.is\.null,banned_until\.lte/)
  await user.selectOptions(screen.getByLabelText('Status'), 'Suspended')
  await expect.poll(() => lastQuery()?.get('banned_until')).toMatch(/^gt\./)
})

// @covers sign-in.newcomer-phone
test('a search for a phone number uses only its digits', async () => {
  signUps = [newSignUp({ email: null, phone: '4915123456' })]
  const { user } = showList()
  expect(await screen.findByText('+4915123456')).toBeVisible()
  for (const typed of ['+49 (151) 234-56', '+4915123456', '4915123456']) {
    await user.clear(screen.getByRole('searchbox'))
    await user.type(screen.getByRole('searchbox'), `${typed}{Enter}`)
    await waitFor(() => {
      const filter = requestsTo('GET', '/rest/v1/admin_newcomers').at(-1)?.query.get('or')
      expect(filter).toContain(`full_name.ilike."*${typed}*"`)
      expect(filter).toContain('phone.ilike."*4915123456*"')
    })
  }
})
