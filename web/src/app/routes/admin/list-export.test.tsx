import { screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
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
import {
  makeDeferredReply,
  type NetworkRequest,
  refusal,
  reply,
  requestsTo,
  rows,
} from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import AdminAudit from './audit.tsx'
import AdminBids from './bids.tsx'
import AdminConsultants from './consultants.tsx'
import AdminContractors from './contractors.tsx'
import AdminDemoRequests from './demo-requests.tsx'
import AdminFacilities from './facilities.tsx'
import AdminJobs from './jobs.tsx'
import AdminMails from './mails.tsx'
import AdminNewcomers from './newcomers.tsx'
import AdminPayments from './payments.tsx'
import AdminUsers from './users.tsx'

const search = '/rest/v1/rpc/admin_search_users'
const users = Array.from({ length: 2100 }, (_, index) =>
  listedUser({ id: `id-${index}`, email: `person-${index}@example.com` }),
)
let files: Blob[] = []
let fileNames: string[] = []

beforeEach(() => {
  files = []
  fileNames = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
      revokeObjectURL: () => undefined,
    }),
  )
  HTMLAnchorElement.prototype.click = function click() {
    fileNames.push(this.download)
  }
  serveAdminList(
    userPaths,
    () => users.slice(0, 25),
    () => users.length,
  )
})

const isSecondBatch = ({ query }: NetworkRequest) => query.has('or')
const isExport = ({ query }: NetworkRequest) => query.get('limit') === '1000'

/** Stubs an export with two requests. `next` creates the reply to the second. */
function serveFile(next: () => Response | Promise<Response>) {
  reply('POST', search, (request) => {
    if (isSecondBatch(request)) return next()
    const count = Number(request.query.get('limit'))
    return rows(users.slice(0, count), users.length)
  })
}

async function showUsers() {
  const shown = show(<AdminUsers />, { at: '/admin/users?search=person', role: 'admin' })
  await screen.findByText('2,100 users')
  return shown
}

const exportButton = () => screen.getByRole('button', { name: 'Export CSV' })

test('an export that fails halfway shows an error and saves no file', async () => {
  serveFile(() => refusal(400, 'PGRST100', 'no'))
  const { user } = await showUsers()
  await user.click(exportButton())
  expect(await screen.findByText(/^The export stopped/)).toHaveTextContent(
    'after 1,000 rows, and no file was saved. Something went wrong.',
  )
  expect(files).toEqual([])
})

test('a cancelled export saves no file and keeps the focus on its button', async () => {
  const later = makeDeferredReply()
  serveFile(later.replier)
  const { user } = await showUsers()
  await user.dblClick(exportButton())
  const bar = await screen.findByRole('progressbar', { name: 'Export' })
  await waitFor(() => expect(bar).toHaveAttribute('value', '1000'))
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(exportButton()).toHaveFocus()
  later.send(rows(users.slice(1000, 2000)))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(files).toEqual([])
})

test('an export saves one file, and the page shows its number of rows', async () => {
  const rest = [users.slice(1000, 2000), users.slice(2000), []]
  serveFile(() => rows(rest.shift() ?? []))
  const { user } = await showUsers()
  await user.click(exportButton())
  expect(
    await screen.findByText(/^2,100 rows saved as users-\d{4}-\d\d-\d\d\.csv\.$/),
  ).toBeVisible()
  expect(files).toHaveLength(1)
})

interface ExportedList {
  screen: ComponentType
  /** The filters and the sorting in the URL. */
  search: string
  /** The table or procedure that the export reads. */
  path: string
  query: Record<string, unknown>
  /** The arguments of a procedure. */
  body?: object
  row: Record<string, unknown>
  /** The start of the file name. */
  name: string
  heads: string
  line: RegExp
}

const peopleOf = (Screen: ComponentType, role: string, name: string): ExportedList => ({
  screen: Screen,
  search: '?search=ruth&sort=-company_name',
  path: 'rpc/admin_search_users',
  query: { role: `eq.${role}`, order: 'company_name.desc,id.asc' },
  body: { query: 'ruth', by_role: false },
  row: listedUser({ company_name: 'Halls' }),
  name,
  heads: 'Name,Email,Company',
  line: /^Ruth Ellison,ruth@example\.com,Halls$/,
})

const lists: ExportedList[] = [
  {
    screen: AdminUsers,
    search: '?search=ruth&role=contractor&sort=email',
    path: 'rpc/admin_search_users',
    query: { role: 'eq.contractor', order: 'email.asc,id.asc' },
    body: { query: 'ruth', by_role: true },
    row: listedUser(),
    name: 'users',
    heads: 'Username,Full name,Email,Role,Company,Created,Last Active,Suspended until',
    line: /^ruth,Ruth Ellison,ruth@example\.com,contractor,,2026-11-20T15:00:00Z,,$/,
  },
  peopleOf(AdminContractors, 'contractor', 'contractors'),
  peopleOf(AdminConsultants, 'consultant', 'consultants'),
  peopleOf(AdminFacilities, 'facility', 'facilities'),
  {
    screen: AdminJobs,
    search: '?state=awarded&sort=-budget',
    path: 'jobs',
    query: { status: 'eq.open', awarded_at: 'not.is.null', order: 'budget.desc,id.asc' },
    row: listedJob({ title: '=1+1 Reseal' }),
    name: 'jobs',
    heads: 'Title,Id,Facility,Facility id,Category,Budget,Status,Awarded to,Awarded to id,Created',
    line: /^'=1\+1 Reseal,5d2f[^,]+,Dana Whitfield,5d2f[^,]+,Roofing,1000,open,/,
  },
  {
    screen: AdminJobs,
    search: '?q=dock&state=finished&sort=title',
    path: 'rpc/admin_search_jobs',
    query: { status: 'eq.finished', order: 'title.asc,id.asc' },
    body: { query: 'dock', state: 'finished' },
    row: listedJob({ status: 'finished' }),
    name: 'jobs',
    heads: 'Title,Id,Facility,Facility id,Category,Budget,Status,Awarded to,Awarded to id,Created',
    line: /^Reseal the dock,.*,finished,/,
  },
  {
    screen: AdminBids,
    search: '?q=ruth&status=pending&sort=amount',
    path: 'rpc/admin_search_bids',
    query: { status: 'eq.pending', order: 'amount.asc,id.asc' },
    body: { query: 'ruth', status: 'pending' },
    row: listedBid(),
    name: 'bids',
    heads: 'Contractor,Contractor id,Job,Job id,Amount,Status,Date',
    line: /^Ruth Ellison,5d2f[^,]+,Reseal the dock,5d2f[^,]+,950,pending,/,
  },
  {
    screen: AdminPayments,
    search: '?q=check&status=paid&sort=-amount',
    path: 'rpc/admin_search_payments',
    query: { status: 'eq.paid', order: 'amount.desc,id.asc' },
    body: { query: 'check', status: 'paid' },
    row: listedPayment(),
    name: 'payments',
    heads: 'From,From id,To,To id,For,Amount,Status,Reference,Created,Paid,Refunded,Id',
    line: /^Dana Whitfield,.*,Ruth Ellison,.*,Reseal the dock,950,paid,Check 17,/,
  },
  {
    screen: AdminMails,
    search: '?about=recovery&sort=address',
    path: 'admin_dead_letters',
    query: { about: 'eq.recovery', order: 'address.asc,id.asc' },
    // The IP address stays out of the file, even if the server sends one.
    row: unsentMail({ ip: '203.0.113.9' }),
    name: 'unsent-emails',
    heads: 'To,To id,About,Why it failed,Attempts,Created,Failed,Id',
    line: /^vera@example\.com,,Reset a password,550 5\.1\.1 <b>unknown<\/b>,16,2026[^,]+,2026[^,]+,mail-1$/,
  },
  {
    screen: AdminDemoRequests,
    search: '?state=waiting&sort=company',
    path: 'demo_requests',
    query: { handled: 'eq.false', order: 'company.asc,id.asc' },
    row: demoRequest(),
    name: 'demo-requests',
    heads: 'Name,Company,Email,Message,Status,Requested,Id',
    line: /^<i>Véra<\/i>,Halls,vera@example\.com,"Eleven [^"]+",waiting,2026[^,]+,request-1$/,
  },
  {
    screen: AdminNewcomers,
    search: '?state=banned&sort=email',
    path: 'admin_newcomers',
    query: { banned_until: expect.stringMatching(/^gt\.20/), order: 'email.asc,id.asc' },
    row: newSignUp({ banned_until: 'infinity' }),
    name: 'new-sign-ups',
    heads: 'Name,Email,Phone,Created,Suspended until,Id',
    line: /^Nora Quist,nora@example\.com,,2026[^,]+,infinity,5d2f/,
  },
  {
    screen: AdminAudit,
    search: '?action=end_sessions&sort=at',
    path: 'admin_audit_entries',
    query: { action: 'eq.end_sessions', order: 'at.asc,id.asc' },
    row: auditEntry({ reason: '=Asked', action: 'end_sessions', details: {} }),
    name: 'audit-log',
    heads: 'When,Admin,Admin id,Action,Subject,Subject id,Reason,Details',
    line: /Ended sessions,Ruth Ellison,5d2f9c3a-1111[^,]+,'=Asked,/,
  },
]

test.for(lists)(
  'the export of $name with $search has the filtered rows in order, safe for spreadsheets',
  async ({ screen: Screen, search: at, path, query, body, row, name, heads, line }) => {
    const method = body ? 'POST' : 'GET'
    serveAdminList([...userPaths, 'jobs', 'payments', path], () => [row])
    const { user } = show(<Screen />, { at: `/admin${at}`, role: 'admin' })
    await waitFor(() => expect(exportButton()).toBeEnabled())
    reply(method, `/rest/v1/${path}`, (request) => rows(isSecondBatch(request) ? [] : [row]))
    await user.click(exportButton())
    const fileName = new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.csv$`)
    expect(await screen.findByText(/^1 row saved as /)).toBeVisible()
    expect(fileNames).toEqual([expect.stringMatching(fileName)])
    const exportRequests = requestsTo(method, `/rest/v1/${path}`).filter(isExport)
    expect(exportRequests).toHaveLength(2)
    for (const request of exportRequests) {
      expect(Object.fromEntries(request.query)).toMatchObject(query)
      if (body) expect(request.body).toEqual(body)
    }
    expect((await textOf(files[0])).split('\r\n')).toEqual([heads, expect.stringMatching(line), ''])
  },
)

function textOf(file: Blob | undefined) {
  const reader = new FileReader()
  return new Promise<string>((resolve) => {
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.readAsText(file ?? new Blob())
  })
}
