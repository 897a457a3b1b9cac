import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listedUser, ruthId, serveAdminList, userPaths } from '#testing-admin.ts'
import { json, refusal, reply, requestsTo, rows } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import AdminUsers from './users.tsx'

let users: Record<string, unknown>[] = []

beforeEach(() => {
  users = [listedUser()]
  serveAdminList(userPaths, () => users)
})

const showUsers = (at = '/admin/users') => show(<AdminUsers />, { at, role: 'admin' })

const rowOf = async (name: string) => within(await screen.findByRole('row', { name: RegExp(name) }))

type Shown = ReturnType<typeof showUsers>

async function choose({ user }: Shown, name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
  const dialog = within(await screen.findByRole('dialog', { name: action }))
  await dialog.findByLabelText('Reason *')
  return dialog
}

// @covers daily.admin-pages
test('the URL contains the page, the order and the filters', async () => {
  serveAdminList(
    userPaths,
    () => users,
    () => 60,
  )
  const { user, address, router } = showUsers('/admin/users?search=ruth')
  expect(await screen.findByText('60 users')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('26–50 of 60')).toBeVisible()
  expect(address()).toBe('/admin/users?search=ruth&page=2')
  await user.click(screen.getByRole('button', { name: 'Email' }))
  expect(address()).toBe('/admin/users?search=ruth&sort=email')
  expect(screen.getByRole('columnheader', { name: 'Email' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await user.selectOptions(screen.getByLabelText('Role'), 'Facility')
  expect(address()).toBe('/admin/users?search=ruth&sort=email&role=facility')
  const lastRequest = requestsTo('POST', '/rest/v1/rpc/admin_search_users').at(-1)
  expect(lastRequest?.query.get('role')).toBe('eq.facility')
  expect(lastRequest?.query.get('order')).toBe('email.asc,id.asc')
  await router.navigate(-1)
  expect(await screen.findByText('60 users')).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Role')).toHaveValue(''))
})

test('the URL cannot change the page size', async () => {
  serveAdminList(
    userPaths,
    () => users,
    () => 60,
  )
  showUsers('/admin/users?search=ruth&size=1000000&limit=1000000')
  expect(await screen.findByText('60 users')).toBeVisible()
  expect(screen.getByText('1–25 of 60')).toBeVisible()
  const searchRequests = requestsTo('POST', '/rest/v1/rpc/admin_search_users')
  expect(searchRequests.map(({ query }) => query.get('limit'))).toEqual(['25'])
})

test('a page number past the end shows the last page', async () => {
  serveAdminList(userPaths, () => users)
  reply('POST', '/rest/v1/rpc/admin_search_users', ({ query }) =>
    Number(query.get('offset')) < 60
      ? rows(users, 60)
      : refusal(416, 'PGRST103', 'Requested range not satisfiable'),
  )
  showUsers('/admin/users?search=ruth&page=9')
  expect(await screen.findByText('60 users')).toBeVisible()
  expect(screen.getByText('51–60 of 60')).toBeVisible()
  const searchRequests = requestsTo('POST', '/rest/v1/rpc/admin_search_users')
  expect(searchRequests.map(({ query }) => query.get('offset'))).toEqual(['200', '0', '50'])
})

// @covers 2.admin-lists.users-dash
test('a user who never logged in has a dash for the last login, and names are plain text', async () => {
  const names = ['=1+1', '+49 170', '-minus', '@handle', '<b>Bold</b>', 'حسن للصيانة']
  users = names.map((full_name, index) =>
    listedUser({ id: `id-${index}`, full_name, username: null }),
  )
  showUsers()
  const lines = await screen.findAllByRole('row')
  for (const [index, name] of names.entries()) {
    const line = within(lines[index + 1] ?? document.body)
    expect(line.getByRole('link')).toHaveTextContent(name)
    expect(line.getAllByRole('cell')[5]).toHaveTextContent('–')
  }
})

test('sessions are ended once, with a required reason', async () => {
  reply('POST', '/rest/v1/rpc/admin_end_sessions', () => json(null, 204))
  const shown = showUsers()
  const dialog = await choose(shown, 'Ruth Ellison', 'End sessions')
  expect(dialog.getByText(/^This logs/)).toHaveTextContent('This logs Ruth Ellison out')
  await shown.user.click(dialog.getByRole('button', { name: 'End sessions' }))
  expect(dialog.getAllByText('Enter a reason.')[0]).toBeVisible()
  await shown.user.type(dialog.getByLabelText('Reason *'), 'Lost <i>laptop</i>')
  await shown.user.dblClick(dialog.getByRole('button', { name: 'End sessions' }))
  expect(await screen.findByText('Sessions ended.')).toBeVisible()
  const sentRequests = requestsTo('POST', '/rest/v1/rpc/admin_end_sessions')
  expect(sentRequests.map(({ body }) => body)).toEqual([
    { user_id: ruthId, reason: 'Lost <i>laptop</i>' },
  ])
})

test('the dialog offers every role except the current one, and a role must be chosen', async () => {
  reply('POST', '/rest/v1/rpc/admin_set_role', () => json(null, 204))
  const shown = showUsers()
  const dialog = await choose(shown, 'Ruth Ellison', 'Change role')
  const role = dialog.getByLabelText('New role *')
  const options = within(role).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Choose a role',
    'Consultant',
    'Facility',
    'Admin',
  ])
  await shown.user.type(dialog.getByLabelText('Reason *'), 'Runs a site now')
  await shown.user.click(dialog.getByRole('button', { name: 'Change role' }))
  expect(dialog.getAllByText('Choose a role.')[0]).toBeVisible()
  users = [listedUser({ role: 'facility' })]
  await shown.user.selectOptions(role, 'Facility')
  await shown.user.click(dialog.getByRole('button', { name: 'Change role' }))
  expect(await screen.findByText('Role changed.')).toBeVisible()
  expect(await (await rowOf('ruth@')).findByText('Facility')).toBeVisible()
})

test('a refused ban is reported, and the input is kept', async () => {
  reply('POST', '/rest/v1/rpc/admin_ban', () =>
    refusal(400, 'ban_over', 'A suspension must end in the future.', 'Choose a later time.'),
  )
  const shown = showUsers()
  const dialog = await choose(shown, 'Ruth Ellison', 'Suspend')
  await shown.user.type(dialog.getByLabelText('Reason *'), 'Paid past the platform')
  await shown.user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'A suspension must end in the future. Choose a later time.',
  )
  expect(dialog.getByLabelText('Reason *')).toHaveValue('Paid past the platform')
})

test('a ban without an end shows in the list, and the next ban dialog asks for an end again', async () => {
  reply('POST', '/rest/v1/rpc/admin_ban', () => json(null, 204))
  const shown = showUsers()
  const first = await choose(shown, 'Ruth Ellison', 'Suspend')
  await shown.user.click(first.getByLabelText('Until an admin lifts it'))
  await shown.user.type(first.getByLabelText('Reason *'), 'Spam')
  users = [listedUser({ banned_until: 'infinity' })]
  await shown.user.click(first.getByRole('button', { name: 'Suspend' }))
  expect(await (await rowOf('ruth@')).findByText('Suspended')).toBeVisible()
  expect(requestsTo('POST', '/rest/v1/rpc/admin_ban').map(({ body }) => body)).toEqual([
    { user_id: ruthId, until: 'infinity', reason: 'Spam' },
  ])
  users = [listedUser()]
  const liftDialog = await choose(shown, 'Ruth Ellison', 'Lift suspension')
  await shown.user.type(liftDialog.getByLabelText('Reason *'), 'Mistaken')
  await shown.user.click(liftDialog.getByRole('button', { name: 'Lift suspension' }))
  expect(await screen.findByText('Suspension lifted.')).toBeVisible()
  const second = await choose(shown, 'Ruth Ellison', 'Suspend')
  expect(second.getByLabelText('Until an admin lifts it')).not.toBeChecked()
  expect(second.getByLabelText('Until *')).toBeVisible()
})

test('an admin is offered no action on their own account except ending sessions', async () => {
  users = [listedUser({ id: userId, full_name: 'Nora Quist', role: 'admin' })]
  const { user } = showUsers()
  await user.click(await screen.findByRole('button', { name: 'Actions for Nora Quist' }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual(['End sessions'])
})

test('a user who was deleted meanwhile is reported and leaves the list', async () => {
  reply('POST', '/rest/v1/rpc/admin_ban', () =>
    refusal(
      404,
      'person_unknown',
      'This user was not found.',
      'Find the user in the list of users.',
    ),
  )
  const shown = showUsers('/admin/users?search=ruth')
  const dialog = await choose(shown, 'Ruth Ellison', 'Suspend')
  await shown.user.type(dialog.getByLabelText('Reason *'), 'Why not')
  users = []
  await shown.user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'This user was not found. Find the user in the list of users.',
  )
  await shown.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('No users found.')).toBeVisible()
})
