import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serveDashboard } from '#testing-market.ts'
import { refusal, reply, requestsTo, rows, serveUnread } from '#testing-network.ts'
import { show, userId, visit } from '#testing-screen.tsx'
import Overview from './overview.tsx'

const consultations = '/rest/v1/consultations'
const consultationList = () => within(screen.getByRole('region', { name: 'Your Consultations' }))

const noFigures = {
  consultations: 0,
  earnings: 0,
  upcoming: 0,
  average_rating: null,
  review_count: 0,
  amount_due: 0,
  amount_paid: 0,
  today: '2026-11-23',
}

const booked = {
  id: 'consultation',
  scheduled_at: '2026-11-26T17:00:00Z',
  ends_at: '2026-11-26T18:00:00Z',
  duration_minutes: 60,
  status: 'booked',
  fee: 90,
  can_cancel: true,
  has_ended: false,
  facility: {
    role: 'facility',
    full_name: 'Dana Whitfield',
    username: null,
    company_name: null,
    time_zone: 'America/Denver',
  },
  consultant: { time_zone: 'America/Denver' },
  payment: null,
}

interface Stored {
  figures?: object
  list?: object[]
  total?: number
  openItems?: Record<string, unknown>[]
}

function storeOverview({
  figures = {},
  list = [],
  total = list.length,
  openItems = [],
}: Stored = {}) {
  serveDashboard({ figures: { ...noFigures, ...figures }, openItems: () => openItems })
  reply('GET', consultations, () => rows(list, total))
  reply('HEAD', consultations, () => rows([], total))
  reply('GET', '/rest/v1/payments', () => rows([]))
  const months = ['01', '02', '03', '04', '05'].map((month) => ({
    month: `2026-${month}-01`,
    earnings: month === '02' ? 180 : 0,
    consultations: month === '02' ? 2 : 0,
    average_rating: month === '02' ? 4.5 : null,
  }))
  reply('POST', '/rest/v1/rpc/consultant_months', ({ body }) =>
    rows(JSON.stringify(body).includes('2026-01-01') ? months : months.concat(months)),
  )
}

function showOverview(at = '/consultant') {
  return show(<Overview />, { role: 'consultant', at })
}

/** Returns the texts of a tile and the target of its link. */
async function tileCalled(label: string) {
  const tile = (await screen.findByText(label, { selector: 'a > span' })).closest('a')
  const texts = [...(tile?.children ?? [])].map(({ textContent }) => textContent)
  return [...texts, tile?.getAttribute('href')]
}

/** Prints the page, because charts load only on scrolling or printing. */
async function showCharts() {
  await screen.findByRole('heading', { name: 'Month by month' })
  fireEvent(window, new Event('beforeprint'))
  await screen.findByRole('figure', { name: 'Monthly earnings' })
}

// @covers 2.consultant-dashboard.greeting 2.consultant-dashboard.view-my-profile 2.consultant-dashboard.inbox-link
test('a new consultant sees a greeting, figures of zero and the way to a first booking', async () => {
  storeOverview()
  showOverview()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome, Robin')
  const [, ...pastTile] = await tileCalled('Consultations')
  expect(pastTile).toEqual(['0', '0 past', '/consultant?consultations.when=held#consultations'])
  const [, ...rating] = await tileCalled('Avg. Rating')
  expect(rating).toEqual(['–', 'no reviews yet', '/consultant/reviews'])
  expect(await screen.findByText('No upcoming consultations.')).toBeVisible()
  expect(await screen.findByText('No payments yet.')).toBeVisible()
  expect(
    screen.getByText('Paid bookings appear here. Facilities record the payments.'),
  ).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Start Chat with Facility' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull()
  expect(screen.getByRole('link', { name: 'View My Profile' })).toHaveAttribute(
    'href',
    `/consultant-profile/${userId}`,
  )
  expect(screen.getByRole('link', { name: 'Inbox' })).toHaveAttribute('href', '/inbox')
})

// @covers 2.consultant-dashboard.inbox-badge
test('the Inbox link has the number of unread messages to the consultant', async () => {
  storeOverview()
  serveUnread(() => ({ messages: 3, notices: 40 }))
  showOverview()
  expect(await screen.findByRole('link', { name: /^Inbox\s*3\s*unread$/ })).toHaveAttribute(
    'href',
    '/inbox',
  )
})

// @covers 2.consultant-dashboard.tile-consultations 2.consultant-dashboard.tile-earnings 2.consultant-dashboard.tile-rating 2.consultant-dashboard.tile-upcoming
test('the tiles show past consultations, upcoming consultations, earnings and the average rating', async () => {
  storeOverview({
    figures: {
      consultations: 5,
      upcoming: 2,
      earnings: 450,
      amount_due: 270,
      amount_paid: 180,
      average_rating: 4.26,
      review_count: 3,
    },
  })
  showOverview()
  const pastLink = '/consultant?consultations.when=held#consultations'
  expect(await tileCalled('Consultations')).toEqual(['Consultations', '5', '3 past', pastLink])
  const upcoming = ['Upcoming', '2', 'scheduled', '/consultant#consultations']
  expect(await tileCalled('Upcoming')).toEqual(upcoming)
  const earnings = ['Earnings', '$450', '$270 due, $180 paid', '/consultant#payments']
  expect(await tileCalled('Earnings')).toEqual(earnings)
  const rating = ['Avg. Rating', '4.3', 'from 3 reviews', '/consultant/reviews']
  expect(await tileCalled('Avg. Rating')).toEqual(rating)
})

// @covers 2.consultant-dashboard.greeting-fallback
test('a consultant without a name is greeted as "Consultant"', async () => {
  storeOverview()
  await visit('/consultant-portal', { role: 'consultant' })
  reply('GET', '/rest/v1/profiles', () =>
    rows([
      { role: 'consultant', username: '', full_name: '', company_name: '', profile_picture: null },
    ]),
  )
  expect(await screen.findByRole('heading', { name: 'Welcome, Consultant' })).toBeVisible()
})

// @covers 2.route.consultant-portal 2.consultant-dashboard.tabs
test('/consultant-portal shows the overview, and its tabs lead to all three screens', async () => {
  storeOverview()
  await visit('/consultant-portal', { role: 'consultant' })
  expect(await screen.findByRole('heading', { name: 'Welcome, Robin' })).toBeVisible()
  const tabs = within(screen.getByRole('navigation', { name: 'Your pages' })).getAllByRole('link')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['Overview', '/consultant'],
    ['Documents', '/consultant/documents'],
    ['Reviews', '/consultant/reviews'],
  ])
  expect(screen.getByRole('link', { current: 'page', name: 'Overview' })).toBeVisible()
})

// @covers 2.consultant-dashboard.start-chat
test('an upcoming consultation has a row, and its chat is one click away', async () => {
  storeOverview({ list: [booked] })
  showOverview()
  const [row] = await consultationList().findAllByRole('listitem')
  expect(row).toHaveTextContent('Dana Whitfield')
  expect(row).toHaveTextContent('60 minutes')
  const chat = await screen.findByRole('link', { name: 'Start Chat with Facility' })
  expect(chat).toHaveAttribute('href', '/chat/consultation/consultation')
})

test('with several upcoming consultations, "Start Chat with Facility" asks which one', async () => {
  const other = {
    ...booked,
    id: 'other',
    scheduled_at: '2026-11-27T17:00:00Z',
    facility: { ...booked.facility, full_name: 'Ann Vigil' },
  }
  storeOverview({ list: [booked, other] })
  const { user } = showOverview()
  const button = await screen.findByRole('button', { name: 'Start Chat with Facility' })
  expect(screen.queryByRole('link', { name: 'Start Chat with Facility' })).toBeNull()
  await user.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Start Chat with Facility' }))
  const chats = dialog.getAllByRole('link')
  expect(chats.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual(
    [
      [
        expect.stringMatching(/^Chat with Dana Whitfield, .*Nov 26/),
        '/chat/consultation/consultation',
      ],
      [expect.stringMatching(/^Chat with Ann Vigil, .*Nov 27/), '/chat/consultation/other'],
    ],
  )
})

test('a consultation that started meanwhile is not cancelled, and the dialog says why', async () => {
  storeOverview({ list: [booked] })
  const reason = 'This consultation has started and cannot be canceled.'
  reply('PATCH', consultations, () => refusal(409, 'consultation_started', reason))
  const { user } = showOverview()
  await user.click(
    await consultationList().findByRole('button', { name: 'More for Dana Whitfield' }),
  )
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel Consultation' }))
  const question = within(await screen.findByRole('dialog', { name: 'Cancel Consultation' }))
  await user.click(question.getByRole('button', { name: 'Cancel Consultation' }))
  expect(await question.findByRole('alert')).toHaveTextContent(reason)
})

test('many consultations are paged, the latest first, below the open items', async () => {
  const page = Array.from({ length: 10 }, (_, index) => ({
    ...booked,
    id: `past-${index}`,
    has_ended: true,
  }))
  const open = {
    kind: 'consultation_soon',
    id: 'soon',
    title: 'Consultation',
    job_id: null,
    consultation_id: 'soon',
    other_id: null,
    other_name: 'Dana Whitfield',
    amount: null,
    count: 1,
    since: '2026-11-24T12:00:00Z',
  }
  storeOverview({ list: page, total: 25, openItems: [open] })
  showOverview('/consultant?consultations.when=past')
  expect(await screen.findByRole('region', { name: 'Waiting for you' })).toBeVisible()
  expect(await consultationList().findByText('1–10 of 25')).toBeVisible()
  expect(consultationList().getAllByRole('button', { name: /^More for/ })).toHaveLength(10)
  const pageRequest = requestsTo('GET', consultations).find(({ query }) => query.has('offset'))
  expect(pageRequest?.query.get('order')).toBe('scheduled_at.desc,id.asc')
  expect(pageRequest?.query.get('scheduled_at')).toBe('lte.now')
})

// @covers 2.consultant-dashboard.charts 2.consultant-dashboard.chart-months
test('three charts show January to May, as tables too', async () => {
  storeOverview()
  const { user } = showOverview('/consultant?months=january-to-may')
  await showCharts()
  expect(screen.getByRole('heading', { name: 'January 2026 to May 2026' })).toBeVisible()
  const cellsOf = async (title: string) => {
    const figure = within(screen.getByRole('figure', { name: title }))
    await user.click(figure.getByText('Show as table'))
    const heads = figure.getAllByRole('rowheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['Jan', 'Feb', 'Mar', 'Apr', 'May'])
    return figure.getAllByRole('cell').map(({ textContent }) => textContent)
  }
  expect(await cellsOf('Monthly earnings')).toEqual(['$0', '$180', '$0', '$0', '$0'])
  expect(await cellsOf('Monthly consultations')).toEqual(['0', '2', '0', '0', '0'])
  expect(await cellsOf('Average monthly ratings')).toEqual(['—', '4.5', '—', '—', '—'])
  const slider = screen.getByRole('slider', { name: 'Values of Average monthly ratings' })
  expect(slider).toHaveAttribute('aria-valuetext', 'May: no data')
  fireEvent.change(slider, { target: { value: '1' } })
  expect(slider).toHaveAttribute('aria-valuetext', 'Feb: 4.5')
})

// @covers screens.consultant.chart-ranges
test('the charts show the last 12 months, the URL contains another choice, and Back restores the previous months', async () => {
  storeOverview()
  const { user, router, address } = showOverview()
  await showCharts()
  const select = screen.getByLabelText('Months')
  const options = within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(options).toEqual(['Last 12 months', 'This year', 'January to May'])
  expect(screen.getByRole('heading', { name: 'December 2025 to November 2026' })).toBeVisible()
  await user.selectOptions(select, 'This year')
  expect(address()).toBe('/consultant?months=year')
  await user.selectOptions(select, 'January to May')
  expect(address()).toBe('/consultant?months=january-to-may')
  expect(await screen.findByRole('heading', { name: 'January 2026 to May 2026' })).toBeVisible()
  await router.navigate(-1)
  await waitFor(() => expect(select).toHaveValue('year'))
  await router.navigate(-1)
  await waitFor(() => expect(select).toHaveValue(''))
})
