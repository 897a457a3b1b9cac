import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  auditEntry,
  danaId,
  listedBid,
  listedJob,
  listedJobId,
  listedPayment,
  ruthId,
  serveAdminList,
} from '#testing-admin.ts'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import { json, refusal, reply, requestsTo, rows } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import AdminAudit from './audit.tsx'
import AdminBids from './bids.tsx'
import AdminJobs from './jobs.tsx'
import AdminPayments from './payments.tsx'

type Row = Record<string, unknown>

let listedRows: Row[] = []
const serve = (...paths: string[]) => serveAdminList(paths, () => listedRows)

beforeEach(() => {
  serve('jobs', 'rpc/admin_search_jobs', 'rpc/admin_find_jobs_without_bids')
  serve('bids', 'rpc/admin_search_bids', 'payments', 'rpc/admin_search_payments')
  serve('admin_audit_entries', 'rpc/admin_search_audit')
})

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const lastRequest = (path: string) => requestsTo('POST', `/rest/v1/${path}`).at(-1)

// @covers 2.route.admin-bids 2.admin-lists.bids-columns 2.admin-lists.bids-newest-first
test('bids show contractor, job, amount and date, the newest first', async () => {
  listedRows = [listedBid({ amount: 1234.5 })]
  show(<AdminBids />, { role: 'admin' })
  const row = within(await screen.findByRole('row', { name: /Ruth Ellison/ }))
  expect(heads()).toEqual(['Contractor', 'Job', 'Amount', 'Date', 'Status'])
  expect(row.getByText('$1,234.50')).toBeVisible()
  expect(row.getByText('Pending')).toBeVisible()
  expect(row.getByRole('link', { name: 'Reseal the dock' })).toHaveAttribute(
    'href',
    `/admin/jobs/${listedJobId}`,
  )
  const [request] = requestsTo('GET', '/rest/v1/bids')
  expect(request?.query.get('order')).toBe('created_at.desc,id.asc')
})

// @covers 2.admin-lists.bids-empty 8.empty.bids-found
test('the server searches, filters and sorts the bids, and an empty list says that no bids were found', async () => {
  listedRows = []
  const { user, address } = show(<AdminBids />, { at: '/admin/bids?q=ruth', role: 'admin' })
  expect(await screen.findByText('No bids found.')).toBeVisible()
  listedRows = [listedBid()]
  await user.selectOptions(screen.getByLabelText('Status'), 'Withdrawn')
  expect(await screen.findByText('1 bid')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Amount' }))
  expect(address()).toBe('/admin/bids?q=ruth&status=withdrawn&sort=amount')
  await expect
    .poll(() => lastRequest('rpc/admin_search_bids')?.query.get('order'))
    .toBe('amount.asc,id.asc')
  expect(lastRequest('rpc/admin_search_bids')?.body).toMatchObject({
    query: 'ruth',
    status: 'withdrawn',
  })
})

// @covers 2.admin-lists.jobs-fields 2.admin-lists.jobs-bids 2.admin-lists.jobs-consultations
// @covers 2.admin-lists.jobs-no-bids 2.admin-lists.jobs-none-booked 8.empty.none-booked
test('a job shows its facility, bids and consultations, with ids and links to the users, and follows changes', async () => {
  listedRows = [listedJob()]
  show(<AdminJobs />, { role: 'admin' })
  const job = within(await screen.findByRole('article', { name: 'Reseal the dock' }))
  expect(job.getByRole('link', { name: 'Dana Whitfield' })).toHaveAttribute(
    'href',
    `/admin/users/${danaId}`,
  )
  expect(screen.getByRole('article')).toHaveTextContent(danaId)
  expect(job.getByText('No bids yet.')).toBeVisible()
  expect(job.getByText('None booked.')).toBeVisible()
  const kim = { role: 'consultant', full_name: 'Kim Sorensen', username: null, company_name: null }
  const booking = {
    id: 'booking',
    scheduled_at: '2026-12-20T15:00:00Z',
    status: 'booked',
    has_ended: false,
    facility_id: 'facility-id',
    facility: listedJob()['facility'],
    consultant_id: 'consultant-id',
    consultant: kim,
  }
  listedRows = [listedJob({ bids: [listedBid({ amount: 1050 })], consultations: [booking] })]
  await expect.poll(() => isSubscribedTo('bids')).toBe(true)
  sendChange('bids', 'INSERT', listedBid())
  const bids = await job.findByRole('list', { name: 'Bids on Reseal the dock' }, { timeout: 5000 })
  for (const text of ['$1,050', ruthId]) expect(bids).toHaveTextContent(text)
  const ruth = within(bids).getByRole('link', { name: 'Ruth Ellison' })
  expect(ruth).toHaveAttribute('href', `/admin/users/${ruthId}`)
  const booked = job.getByRole('list', { name: 'Consultations on Reseal the dock' })
  const people = { 'Dana Whitfield': 'facility-id', 'Kim Sorensen': 'consultant-id' }
  for (const [name, id] of Object.entries(people)) {
    expect(booked).toHaveTextContent(id)
    expect(within(booked).getByRole('link', { name })).toHaveAttribute('href', `/admin/users/${id}`)
  }
})

// @covers 2.admin-lists.jobs-empty 8.empty.jobs-found
test('the URL contains the filters of jobs, and each filter can be removed', async () => {
  listedRows = []
  const { user, address } = show(<AdminJobs />, {
    at: '/admin/jobs?q=dock&state=open&sort=title',
    role: 'admin',
  })
  expect(await screen.findByText('No jobs found.')).toBeVisible()
  expect(lastRequest('rpc/admin_search_jobs')?.query.get('order')).toBe('title.asc,id.asc')
  await user.selectOptions(screen.getByLabelText('Status'), 'Finished')
  expect(address()).toBe('/admin/jobs?q=dock&state=finished&sort=title')
  expect(screen.getByRole('button', { name: 'Remove Status: Finished' })).toBeVisible()
})

test('the server finds the jobs without bids', async () => {
  listedRows = [listedJob()]
  const { user } = show(<AdminJobs />, { role: 'admin' })
  await screen.findByText('1 job')
  reply('GET', '/rest/v1/rpc/admin_find_jobs_without_bids', () =>
    rows([{ id: listedJobId, total: 120, has_more: true }]),
  )
  await user.selectOptions(screen.getByLabelText('Status'), 'No bids for 3 days')
  expect(await screen.findByText('120+ jobs')).toBeVisible()
  expect(screen.getByRole('article', { name: 'Reseal the dock' })).toBeVisible()
})

test('the title of a job leads to its page', async () => {
  listedRows = [listedJob()]
  show(<AdminJobs />, { role: 'admin' })
  expect(await screen.findByRole('link', { name: 'Reseal the dock' })).toHaveAttribute(
    'href',
    `/admin/jobs/${listedJobId}`,
  )
})

test('a refused revocation is reported, and typed text is kept', async () => {
  const ruth = listedBid()['contractor']
  listedRows = [listedJob({ can_release: true, awarded: ruth })]
  const { user } = show(<AdminJobs />, { role: 'admin' })
  await user.click(await screen.findByRole('button', { name: 'Revoke award' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke award' }))
  const send = await dialog.findByRole('button', { name: 'Revoke award' })
  await user.click(send)
  expect(dialog.getAllByText('Enter a reason.')[0]).toBeVisible()
  await user.type(dialog.getByLabelText('Reason *'), 'Both sides agree.')
  reply('POST', '/rest/v1/rpc/admin_release_award', () =>
    refusal(409, 'job_finished', 'This job is finished.', 'Refund its payment instead.'),
  )
  await user.click(send)
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'This job is finished. Refund its payment instead.',
  )
  expect(dialog.getByLabelText('Reason *')).toHaveValue('Both sides agree.')
})

const openRefund = async ({ user }: ReturnType<typeof show>) => {
  await user.click(await screen.findByRole('button', { name: 'Refund' }))
  return within(await screen.findByRole('dialog', { name: 'Refund payment' }))
}

test('a payment for a consultation, and the question before its refund, name the consultation', async () => {
  const title = 'Dec 3, 2:00 PM consultation'
  listedRows = [listedPayment({ job_id: null, job: null, consultation: { title } })]
  const shown = show(<AdminPayments />, { role: 'admin' })
  expect(await screen.findByRole('cell', { name: title })).toBeVisible()
  await openRefund(shown)
  expect(screen.getByRole('dialog')).toHaveTextContent(`for ${title}.`)
})

test('a refund is explained and recorded once', async () => {
  listedRows = [listedPayment()]
  reply('POST', '/rest/v1/rpc/refund_payment', () => json(listedPayment({ status: 'refunded' })))
  const shown = show(<AdminPayments />, { role: 'admin' })
  const dialog = await openRefund(shown)
  expect(await dialog.findByText('Mark $950 as refunded?')).toBeVisible()
  expect(screen.getByRole('dialog')).toHaveTextContent(
    'Ruth Ellison paid Dana Whitfield back for Reseal the dock.',
  )
  listedRows = [listedPayment({ status: 'refunded', can_refund: false })]
  await shown.user.dblClick(dialog.getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText('Payment refunded.')).toBeVisible()
  expect(await screen.findByRole('cell', { name: /Refunded/ })).toBeVisible()
  const refundRequests = requestsTo('POST', '/rest/v1/rpc/refund_payment')
  expect(refundRequests.map(({ body }) => body)).toEqual([{ payment_id: listedPayment()['id'] }])
})

test('a refund by another admin is reported', async () => {
  listedRows = [listedPayment()]
  reply('POST', '/rest/v1/rpc/refund_payment', () =>
    refusal(409, 'payment_not_paid', 'This payment is refunded.'),
  )
  const shown = show(<AdminPayments />, { at: '/admin/payments?status=paid', role: 'admin' })
  const dialog = await openRefund(shown)
  listedRows = []
  await shown.user.click(await dialog.findByRole('button', { name: 'Refund' }))
  expect(await dialog.findByText('This payment is refunded.')).toBeVisible()
  expect(await screen.findByText('No payments found.')).toBeVisible()
})

test('a payment that is due cannot be refunded', async () => {
  listedRows = [listedPayment({ status: 'pending', paid_at: null, can_refund: false })]
  show(<AdminPayments />, { role: 'admin' })
  expect(await screen.findByRole('cell', { name: /Due/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
})

test('an entry of the audit log names the admin, the action, the subject and the reason', async () => {
  listedRows = [auditEntry()]
  const { user } = show(<AdminAudit />, { at: '/admin/audit?q=asked', role: 'admin' })
  const row = await screen.findByRole('row', { name: /Changed a role/ })
  for (const text of ['Joanna Reyes', 'Ruth Ellison', 'Asked for it'])
    expect(row).toHaveTextContent(text)
  expect(row).toHaveTextContent('From contractor to consultant')
  expect(heads()).toEqual(['When', 'Admin', 'Action', 'Subject', 'Reason', 'Details'])
  listedRows = []
  await user.selectOptions(screen.getByLabelText('Action'), 'Suspended a user')
  expect(await screen.findByText('No entries found.')).toBeVisible()
  expect(lastRequest('rpc/admin_search_audit')?.body).toEqual({ query: 'asked', action: 'ban' })
})

test('the names in an entry lead to the users, unless the entry is not about a user', async () => {
  listedRows = [auditEntry({ actor_id: danaId })]
  const { user } = show(<AdminAudit />, { at: '/admin/audit', role: 'admin' })
  const subject = await screen.findByRole('link', { name: 'Ruth Ellison' })
  expect(subject).toHaveAttribute('href', `/admin/users/${ruthId}`)
  const actor = screen.getByRole('link', { name: 'Joanna Reyes' })
  expect(actor).toHaveAttribute('href', `/admin/users/${danaId}`)
  listedRows = [auditEntry({ action: 'release_award', subject_name: 'Fix the roof' })]
  await user.click(screen.getByRole('button', { name: 'When' }))
  expect(await screen.findByText('Fix the roof')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Fix the roof' })).toBeNull()
})

test('a short id has the digits that tell apart two rows of a minute', async () => {
  const facility = '0190a3b4-c5d6-7abc-8def-123456789012'
  listedRows = [listedJob({ facility_id: facility })]
  show(<AdminJobs />, { at: '/admin/jobs', role: 'admin' })
  expect(await screen.findByText('0190a3b4-c5d6')).toHaveTextContent(facility)
})
