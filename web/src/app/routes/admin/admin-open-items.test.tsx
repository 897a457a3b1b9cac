import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { platformFigures, serveDashboard } from '#testing-market.ts'
import { refusal, reply } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import AdminDashboard from './admin-dashboard.tsx'

const item = (kind: string, overrides: Record<string, unknown> = {}) => ({
  kind,
  id: `${kind}-id`,
  title: 'Reseal the dock',
  job_id: null,
  consultation_id: null,
  other_id: null,
  other_name: 'Dana Whitfield',
  amount: null,
  count: 1,
  since: '2026-11-20T15:00:00Z',
  ...overrides,
})

const items = [
  item('demo_request'),
  item('newcomer'),
  item('job_without_bids'),
  item('unsent_mails', { count: 3 }),
]

const openItemsByKind = {
  demo_request: 1200,
  newcomer: 1,
  job_without_bids: 101,
  unsent_mails: 3,
}

const serve = () =>
  serveDashboard({ figures: platformFigures(), openItems: () => items, openItemsByKind })

const showDashboard = () => show(<AdminDashboard />, { at: '/admin-dashboard', role: 'admin' })

test('each open item describes what is waiting, and links to the screen that handles it', async () => {
  serve()
  showDashboard()
  const waiting = await screen.findByRole('region', { name: 'Waiting for you' })
  for (const [text, action, path] of [
    ['Demo requests', /^See request: ?Dana Whitfield/, '/admin/demo-requests'],
    ['New sign-ups', /^See sign-up: ?Dana Whitfield/, '/admin/newcomers'],
    ['No bids for 3 days', /^See job: ?Reseal the dock/, '/admin/jobs/job_without_bids-id'],
    ["Couldn't be delivered", /^See why: ?3 emails/, '/admin/mails'],
  ] as const) {
    expect(waiting).toHaveTextContent(text)
    expect(within(waiting).getByRole('link', { name: action })).toHaveAttribute('href', path)
  }
})

test('each kind of open item that has more has a link to its list, with its count', async () => {
  serve()
  showDashboard()
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }))
  for (const [name, path] of [
    ['Show all 1,200: Demo requests', '/admin/demo-requests?state=waiting'],
    ['Show all 100+: No bids for 3 days', '/admin/jobs?state=without_bids'],
    ['Show all 3: Unsent emails', '/admin/mails'],
  ] as const)
    expect(waiting.getByRole('link', { name })).toHaveAttribute('href', path)
  expect(waiting.queryByRole('link', { name: /New sign-ups/ })).toBeNull()
})

test('open items that cannot be loaded show an error in their place, and load after Retry', async () => {
  serve()
  reply('GET', '/rest/v1/rpc/my_dashboard', () => refusal(400, 'PGRST100', 'no'))
  const { user } = showDashboard()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load open items.')
  serve()
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('region', { name: 'Waiting for you' })).toBeVisible()
})
