import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  auditEntry,
  danaId,
  listedBid,
  listedJobId,
  ruthId,
  serveAdminList,
} from '#testing-admin.ts'
import { json, refusal, reply, requestsTo } from '#testing-network.ts'
import { userId, visit } from '#testing-screen.tsx'
import { activityEvent, overview, serveUserPage } from '#testing-user-page.ts'

type Row = Record<string, unknown>

let users: Row[] = []
let events: Row[] = []

beforeEach(() => {
  users = [overview()]
  events = [activityEvent()]
  reply('GET', '/rest/v1/rpc/asking_admin', () => json(userId))
  serveUserPage(
    () => users,
    () => events,
  )
})

const openPage = (search = '') => visit(`/admin/users/${ruthId}${search}`, { role: 'admin' })
const title = () => screen.findByRole('heading', { level: 1 })
const findTabs = async () => within(await screen.findByRole('navigation', { name: 'User' }))
const tabNames = async () =>
  (await findTabs()).getAllByRole('link').map(({ textContent }) => textContent)

/** Opens the page and waits for the user. */
async function openUser(search = '') {
  const shown = await openPage(search)
  await findTabs()
  return shown
}

const figures = () => screen.getByLabelText('Figures')

test('the page of a contractor names them, and has their figures, months, account and tabs', async () => {
  await openUser()
  expect(await title()).toHaveTextContent('Ruth Ellison')
  expect(screen.getByText('Contractor')).toBeVisible()
  for (const text of ['Ellison Roofing', 'ruth@example.com', 'Arvada, CO', 'joined Oct 8, 2025'])
    expect(screen.getAllByText(text)[0]).toBeVisible()
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  expect(crumbs.getByRole('link', { name: 'Users' })).toHaveAttribute('href', '/admin/users')
  for (const text of [
    '17 of 38 decided',
    '45%',
    '$148,200',
    '$121,500 in the year before',
    '3',
    'of 41 bids',
    '$950.50',
  ])
    expect(figures()).toHaveTextContent(text)
  expect(screen.getByText('Bids per month')).toBeVisible()
  expect(screen.getByText('On, authenticator app')).toBeVisible()
  expect(screen.getByText('2 open')).toBeVisible()
  expect(await tabNames()).toEqual([
    'Overview',
    'Bids 41',
    'Payments 15',
    'Documents 1',
    'Security',
    'Audit log',
  ])
  const profile = screen.getByRole('link', { name: 'View profile' })
  expect(profile).toHaveAttribute('href', `/profile?id=${ruthId}`)
  const email = screen.getByRole('link', { name: 'Send email' })
  expect(email).toHaveAttribute('href', 'mailto:ruth@example.com')
})

test('the page of a facility has its jobs, and what it paid', async () => {
  users = [
    overview({
      role: 'facility',
      job_count: 1200,
      jobs_open: 4,
      jobs_awarded: 900,
      jobs_finished: 850,
      amount_of_year: 100,
      amount_of_year_before: 200,
      second_factors: [],
    }),
  ]
  await openUser()
  expect(await title()).toHaveTextContent('Ellison Roofing')
  for (const text of [
    '1,200',
    '4 open for bids',
    '900 of 1,200',
    '850 finished',
    '$200 in the year before',
  ])
    expect(figures()).toHaveTextContent(text)
  expect(await tabNames()).toEqual([
    'Overview',
    'Jobs 1,200',
    'Payments 15',
    'Security',
    'Audit log',
  ])
  expect(screen.getByText('Jobs per month')).toBeVisible()
})

test('the page of a consultant has their consultations and their rating', async () => {
  const consultant = { role: 'consultant', consultation_count: 9, consultations_upcoming: 1 }
  users = [overview({ ...consultant, average_rating: 4.75, review_count: 8 })]
  await openUser()
  for (const text of ['1 upcoming', '4.8', 'from 8 reviews'])
    expect(figures()).toHaveTextContent(text)
  expect(await tabNames()).toEqual([
    'Overview',
    'Consultations 9',
    'Payments 15',
    'Documents 1',
    'Security',
    'Audit log',
  ])
})

test('a user who did nothing has no chart, and an empty activity says so', async () => {
  users = [
    overview({
      bids_decided: 0,
      bids_won: 0,
      amount_of_year_before: 0,
      monthly_counts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2],
    }),
  ]
  events = []
  await openUser()
  expect(await screen.findByText('No activity yet.')).toBeVisible()
  expect(figures()).toHaveTextContent('None decided yet')
  expect(figures()).toHaveTextContent('$0 in the year before')
  expect(screen.queryByText('Bids per month')).toBeNull()
})

test('an admin and a user without a role have no figures', async () => {
  users = [overview({ role: 'admin' })]
  const { unmount } = await openUser()
  expect(await tabNames()).toEqual(['Overview', 'Security', 'Audit log'])
  expect(screen.queryByLabelText('Figures')).toBeNull()
  unmount()
  users = [overview({ role: null, full_name: null, username: null, company_name: null })]
  const { user } = await openUser()
  expect(await title()).toHaveTextContent('ruth@example.com')
  expect(screen.getByText('No role yet')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'View profile' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Actions for ruth@example.com' }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Reset password',
    'Assign role',
    'Suspend',
  ])
})

test('the activity is grouped by day, and its subjects lead to jobs and users', async () => {
  events = [
    activityEvent(),
    activityEvent({
      key: 'booked:2',
      at: '2025-11-20T15:00:00Z',
      kind: 'booked',
      title: 'Dec 3, 2:00 PM consultation',
      job_id: null,
    }),
  ]
  await openUser()
  const today = within(await screen.findByRole('list', { name: 'Today' }))
  expect(today.getByText('$50 under budget · Halls of Denver')).toBeVisible()
  expect(today.getByRole('link', { name: 'Reseal the dock' })).toHaveAttribute(
    'href',
    `/admin/jobs/${listedJobId}`,
  )
  const earlier = within(screen.getByRole('list', { name: 'Thursday, November 20, 2025' }))
  expect(earlier.getByText('Dec 3, 2:00 PM consultation · $950')).toBeVisible()
  expect(earlier.getByRole('link', { name: 'Halls of Denver' })).toHaveAttribute(
    'href',
    `/admin/users/${danaId}`,
  )
})

test('"Show more" continues after the last event, and its failure can be retried', async () => {
  events = Array.from({ length: 21 }, (_, index) => activityEvent({ key: `bid:${index}` }))
  const { user } = await openUser()
  const more = await screen.findByRole('button', { name: 'Show more' })
  expect(screen.getAllByText('Reseal the dock')).toHaveLength(20)
  reply('GET', '/rest/v1/rpc/admin_user_activity', () => refusal(400, 'XX000', 'no'))
  await user.click(more)
  expect(await screen.findByText('Failed to load more.')).toBeVisible()
  expect(screen.getAllByText('Reseal the dock')).toHaveLength(20)
  reply('GET', '/rest/v1/rpc/admin_user_activity', () => json([activityEvent({ key: 'bid:a' })]))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.getAllByText('Reseal the dock')).toHaveLength(21))
  const request = requestsTo('GET', '/rest/v1/rpc/admin_user_activity').at(-1)
  expect(request?.query.get('beyond')).toBe('bid:19')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a tab has an address, and shows only the rows of the user without a search', async () => {
  serveAdminList(['bids', 'admin_audit_entries'], () => [{ ...auditEntry(), ...listedBid() }])
  const { user, address } = await openUser()
  await user.click((await findTabs()).getByRole('link', { name: /^Bids/ }))
  expect(address()).toBe(`/admin/users/${ruthId}?tab=bids`)
  expect(await screen.findByRole('cell', { name: /Reseal the dock/ })).toBeVisible()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Contractor' })).toBeNull()
  const bids = requestsTo('GET', '/rest/v1/bids').at(-1)
  expect(bids?.query.get('contractor_id')).toBe(`eq.${ruthId}`)
  await user.click(screen.getByRole('link', { name: 'Audit log' }))
  expect(await screen.findByText('Asked for it')).toBeVisible()
  const [entries] = requestsTo('GET', '/rest/v1/admin_audit_entries')
  expect(entries?.query.get('or')).toBe(`(actor_id.eq.${ruthId},subject.eq.${ruthId})`)
})

test('the security tab has the second factor, the sessions and the suspension', async () => {
  const session = {
    id: 's1',
    created_at: '2026-11-20T15:00:00Z',
    refreshed_at: null,
    has_second_factor: true,
  }
  reply('GET', '/rest/v1/rpc/admin_user_sessions', () => json([session]))
  const { user } = await openUser('?tab=security')
  expect(await screen.findByText('Can log in')).toBeVisible()
  const sessions = within(await screen.findByRole('list', { name: 'Sessions' }))
  expect(sessions.getByText('With two factors')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend' }))
  await user.type(dialog.getByLabelText('Reason *'), 'Spam')
  reply('POST', '/rest/v1/rpc/admin_ban', () => json(null, 204))
  users = [overview({ banned_until: 'infinity' })]
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByRole('button', { name: 'Lift suspension' })).toBeVisible()
  expect(screen.getAllByText('Suspended')[0]).toBeVisible()
})

test('a link to choose a new password is sent after a question', async () => {
  reply('POST', '/auth/v1/recover', () => json({}))
  const { user } = await openUser()
  await user.click(await screen.findByRole('button', { name: 'Reset password' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reset password' }))
  expect(dialog.getByText('Email ruth@example.com a link to choose a new password?')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Send link' }))
  expect(await screen.findByText('Link sent.')).toBeVisible()
  const [request] = requestsTo('POST', '/auth/v1/recover')
  expect(request?.body).toMatchObject({ email: 'ruth@example.com' })
})

test('a failed request shows an error with Retry', async () => {
  reply('GET', '/rest/v1/rpc/admin_user_overview', () => refusal(400, 'XX000', 'no'))
  const { user } = await openPage()
  expect(await screen.findByText('Failed to load user.')).toBeVisible()
  reply('GET', '/rest/v1/rpc/admin_user_overview', () => json(users))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(async () => expect(await title()).toHaveTextContent('Ruth Ellison'))
})

test('an unknown id is "Page not found" inside the shell', async () => {
  users = []
  await openPage()
  expect(await screen.findByText("There's no page at this address.")).toBeVisible()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('a malformed id is "Page not found" without a request', async () => {
  await visit('/admin/users/nobody', { role: 'admin' })
  expect(await screen.findByText("There's no page at this address.")).toBeVisible()
  expect(requestsTo('GET', '/rest/v1/rpc/admin_user_overview')).toEqual([])
})
