import { screen, waitFor, within } from '@testing-library/react'
import { type ComponentType, createElement } from 'react'
import { expect, test } from 'vitest'
import {
  auditEntry,
  demoRequest,
  listedBid,
  listedJob,
  listedPayment,
  listedUser,
  newSignUp,
  serveAdminList,
  unsentMail,
  userPaths,
} from '#testing-admin.ts'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import {
  makeDeferredReply,
  networkFailure,
  refusal,
  reply,
  requestsTo,
  rows,
} from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import Audit from './audit.tsx'
import Bids from './bids.tsx'
import Consultants from './consultants.tsx'
import Consultations from './consultations.tsx'
import Contractors from './contractors.tsx'
import DemoRequests from './demo-requests.tsx'
import Facilities from './facilities.tsx'
import Jobs from './jobs.tsx'
import Mails from './mails.tsx'
import Newcomers from './newcomers.tsx'
import Payments from './payments.tsx'
import Users from './users.tsx'

interface AdminList {
  title: string
  screen: ComponentType
  paths: readonly string[]
  row: Record<string, unknown>
  one: string
  many: string
}

const lists: AdminList[] = [
  {
    title: 'Admin User Manager',
    screen: Users,
    paths: userPaths,
    row: listedUser(),
    one: 'user',
    many: 'users',
  },
  {
    title: 'Contractors',
    screen: Contractors,
    paths: userPaths,
    row: listedUser(),
    one: 'contractor',
    many: 'contractors',
  },
  {
    title: 'Consultants',
    screen: Consultants,
    paths: userPaths,
    row: listedUser(),
    one: 'consultant',
    many: 'consultants',
  },
  {
    title: 'Facilities',
    screen: Facilities,
    paths: userPaths,
    row: listedUser(),
    one: 'facility',
    many: 'facilities',
  },
  {
    title: 'All Consultants',
    screen: Consultations,
    paths: userPaths,
    row: listedUser(),
    one: 'consultant',
    many: 'consultants',
  },
  {
    title: 'All Jobs',
    screen: Jobs,
    paths: ['jobs', 'rpc/admin_search_jobs'],
    row: listedJob(),
    one: 'job',
    many: 'jobs',
  },
  {
    title: 'All Job Bids',
    screen: Bids,
    paths: ['bids', 'rpc/admin_search_bids'],
    row: listedBid(),
    one: 'bid',
    many: 'bids',
  },
  {
    title: 'Payments',
    screen: Payments,
    paths: ['payments', 'rpc/admin_search_payments'],
    row: listedPayment(),
    one: 'payment',
    many: 'payments',
  },
  {
    title: 'Demo requests',
    screen: DemoRequests,
    paths: ['demo_requests'],
    row: demoRequest(),
    one: 'demo request',
    many: 'demo requests',
  },
  {
    title: 'New sign-ups',
    screen: Newcomers,
    paths: ['admin_newcomers'],
    row: newSignUp(),
    one: 'new sign-up',
    many: 'new sign-ups',
  },
  {
    title: 'Unsent emails',
    screen: Mails,
    paths: ['admin_dead_letters'],
    row: unsentMail(),
    one: 'unsent email',
    many: 'unsent emails',
  },
  {
    title: 'Audit log',
    screen: Audit,
    paths: ['admin_audit_entries', 'rpc/admin_search_audit'],
    row: auditEntry(),
    one: 'entry',
    many: 'entries',
  },
]

const showList = (list: AdminList) => show(createElement(list.screen), { role: 'admin' })

function refuse({ paths }: AdminList, reason: () => Response | Promise<Response>) {
  serveAdminList(paths, () => [])
  for (const path of paths) {
    reply('GET', `/rest/v1/${path}`, reason)
    reply('POST', `/rest/v1/${path}`, reason)
  }
}

for (const list of lists) {
  // @covers 8.list.failed
  test(`"${list.title}" shows a failure in place of its rows, and loads after Retry`, async () => {
    refuse(list, () => refusal(400, 'PGRST100', 'no'))
    const { user } = showList(list)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(/^Failed to load /)
    expect(alert).toHaveTextContent('Something went wrong.')
    expect(screen.queryByText(/^No .*(?:found|yet)\.$/)).toBeNull()
    serveAdminList(list.paths, () => [list.row])
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText(`1 ${list.one}`)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(list.title)
  })

  test(`"${list.title}" reports that a search is too long, and keeps the list`, async () => {
    serveAdminList(list.paths, () => [list.row])
    const { user, address } = showList(list)
    await screen.findByText(`1 ${list.one}`)
    const searchBox = screen.getByRole('searchbox')
    await user.click(searchBox)
    await user.paste('e'.repeat(203))
    expect(await screen.findByText('Use at most 200 characters (3 too many).')).toBeVisible()
    await user.keyboard('{Enter}')
    expect(address()).toBe('/')
    expect(screen.getByText(`1 ${list.one}`)).toBeVisible()
    serveAdminList(list.paths, () => [])
    // These 200 emojis are within the limit of 200 characters, although each emoji takes two UTF-16 units.
    await user.clear(searchBox)
    await user.paste('😀'.repeat(200))
    expect(await screen.findByText(`No ${list.many} found.`)).toBeVisible()
    expect(screen.queryByText(/^Use at most 200/)).toBeNull()
    expect(screen.getByText('Try changing your filters.')).toBeVisible()
  })
}

test('a list reports a lost connection after two more tries', async () => {
  const [list] = lists
  if (!list) return
  let attempts = 0
  serveAdminList(list.paths, () => [])
  reply('GET', '/rest/v1/admin_user_list', () => {
    attempts += 1
    return networkFailure()
  })
  showList(list)
  const alert = await screen.findByRole('alert', {}, { timeout: 10_000 })
  expect(alert).toHaveTextContent("Can't reach Mendwell. Check your connection and try again.")
  expect(attempts).toBeGreaterThanOrEqual(3)
})

test('a search in the URL is shortened to the maximum length', async () => {
  serveAdminList(userPaths, () => [])
  show(<Users />, { role: 'admin', at: `/admin/users?search=${'e'.repeat(5000)}` })
  expect(await screen.findByText('No users found.')).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('e'.repeat(200))
})

for (const [index, role] of ['contractor', 'consultant', 'facility', 'consultant'].entries()) {
  const list = lists[index + 1]
  if (!list) throw new Error('A list is missing.')
  // @covers 2.admin-lists.people-columns 2.admin-lists.people-missing 2.admin-lists.people-back
  // @covers 2.admin-lists.people-loading 2.route.admin-people 2.route.admin-consultations
  test(`"${list.title}" shows name, email and company`, async () => {
    const later = makeDeferredReply()
    const nameless = [listedUser({ full_name: null, username: null, role: null })]
    serveAdminList(list.paths, () => nameless)
    reply('GET', '/rest/v1/admin_user_list', later.replier)
    showList(list)
    expect(screen.getByText('Loading ...')).toBeVisible()
    later.send(rows(nameless))
    const name = await screen.findByRole('link', { name: 'N/A' })
    expect(name).toBeVisible()
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['Name', 'Email', 'Company'])
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(list.title)
    const [request] = requestsTo('GET', '/rest/v1/admin_user_list')
    expect(request?.query.get('role')).toBe(`eq.${role}`)
    const cells = screen.getAllByRole('cell')
    expect(cells[1]).toHaveTextContent('ruth@example.com')
    expect(cells[2]).toHaveTextContent('–')
    expect(screen.getByRole('link', { name: 'Back to Admin Dashboard' })).toHaveAttribute(
      'href',
      '/admin-dashboard',
    )
  })
}

test('a name in "All Consultants" links to the consultations of that consultant', async () => {
  serveAdminList(userPaths, () => [listedUser({ id: 'kim', full_name: 'Kim Sorensen' })])
  show(<Consultations />, { role: 'admin' })
  expect(await screen.findByRole('link', { name: 'Kim Sorensen' })).toHaveAttribute(
    'href',
    '/admin/consultations/kim',
  )
})

test('a search in a list of one role ignores the names of roles', async () => {
  serveAdminList(userPaths, () => [])
  show(<Contractors />, { role: 'admin', at: '/admin/contractors?search=contractor' })
  expect(await screen.findByText('No contractors found.')).toBeVisible()
  const [request] = requestsTo('POST', '/rest/v1/rpc/admin_search_users')
  expect(request?.body).toEqual({ query: 'contractor', by_role: false })
  expect(request?.query.get('role')).toBe('eq.contractor')
})

// @covers 2.admin-lists.users-search
test('the search box names the fields that it searches', () => {
  serveAdminList(userPaths, () => [])
  show(<Users />, { role: 'admin' })
  const searchBox = screen.getByRole('searchbox', { name: 'Search by name, email, or role...' })
  expect(searchBox).toHaveAttribute('placeholder', 'Search by name, email, or role...')
})

test('a new user appears in the list without a reload', async () => {
  let users = [listedUser()]
  serveAdminList(userPaths, () => users)
  show(<Contractors />, { role: 'admin' })
  expect(await screen.findByText('1 contractor')).toBeVisible()
  await waitFor(() => expect(isSubscribedTo('profiles')).toBe(true))
  users = [listedUser(), listedUser({ id: 'new', full_name: 'Sam Ortega' })]
  sendChange('profiles', 'INSERT', { id: 'new' })
  expect(await screen.findByText('2 contractors', {}, { timeout: 5000 })).toBeVisible()
})
