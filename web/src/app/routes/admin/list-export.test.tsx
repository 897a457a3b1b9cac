import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  auditEntry,
  listedBid,
  listedJob,
  listedPayment,
  listedUser,
  serveAdminList,
  unsentMail,
  userPaths,
} from '#testing-admin.ts'
import { laterReply, type NetworkRequest, refusal, reply, rows } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import AdminAudit from './audit.tsx'
import AdminBids from './bids.tsx'
import AdminJobs from './jobs.tsx'
import AdminMails from './mails.tsx'
import AdminPayments from './payments.tsx'
import AdminUsers from './users.tsx'

const search = '/rest/v1/rpc/admin_search_users'
const users = Array.from({ length: 2100 }, (_, index) =>
  listedUser({ id: `id-${index}`, email: `person-${index}@example.com` }),
)
let files: Blob[] = []

beforeEach(() => {
  files = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
      revokeObjectURL: () => undefined,
    }),
  )
  HTMLAnchorElement.prototype.click = () => undefined
  serveAdminList(
    userPaths,
    () => users.slice(0, 25),
    () => users.length,
  )
})

const isSecondThousand = ({ query }: NetworkRequest) => query.has('or')

/** Serves the first thousand rows at once. The test gives the reply to the second request. */
function serveFile(next: () => Response | Promise<Response>) {
  reply('POST', search, (request) => {
    if (isSecondThousand(request)) return next()
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

test('an export that fails halfway reports it, and gives no file', async () => {
  serveFile(() => refusal(400, 'PGRST100', 'no'))
  const { user } = await showUsers()
  await user.click(exportButton())
  expect(await screen.findByText(/^The export stopped/)).toHaveTextContent(
    'after 1,000 rows, and no file was saved. Something went wrong.',
  )
  expect(files).toEqual([])
})

test('an export is cancelled, gives no file, and keeps the focus on its button', async () => {
  const later = laterReply()
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

test('an export saves one file, and says how many rows it has', async () => {
  const rest = [users.slice(1000, 2000), users.slice(2000), []]
  serveFile(() => rows(rest.shift() ?? []))
  const { user } = await showUsers()
  await user.click(exportButton())
  expect(
    await screen.findByText(/^2,100 rows saved as users-\d{4}-\d\d-\d\d\.csv\.$/),
  ).toBeVisible()
  expect(files).toHaveLength(1)
})

const audit = auditEntry({ reason: '=Asked', action: 'end_sessions', details: {} })

test.for([
  [
    'admin_audit_entries',
    AdminAudit,
    audit,
    /Ended sessions,Ruth Ellison,5d2f9c3a-1111[^,]+,'=Asked,/,
  ],
  [
    'bids',
    AdminBids,
    listedBid(),
    /^Ruth Ellison,5d2f[^,]+,Reseal the dock,5d2f[^,]+,950,pending,/,
  ],
  [
    'jobs',
    AdminJobs,
    listedJob({ title: '=1+1 Reseal' }),
    /^'=1\+1 Reseal,5d2f[^,]+,Dana Whitfield,5d2f[^,]+,Roofing,1000,open,/,
  ],
  [
    'admin_dead_letters',
    AdminMails,
    unsentMail(),
    /^vera@example\.com,,Reset a password,550 5\.1\.1 <b>unknown<\/b>,16,/,
  ],
  [
    'payments',
    AdminPayments,
    listedPayment(),
    /^Dana Whitfield,.*,Ruth Ellison,.*,Reseal the dock,950,paid,Check 17,/,
  ],
] as const)(
  'the file of %s has the columns of the list, safe for spreadsheets',
  async ([table, Screen, row, line]) => {
    serveAdminList([table], () => [row])
    const { user } = show(<Screen />, { role: 'admin' })
    await waitFor(() => expect(exportButton()).toBeEnabled())
    reply('GET', `/rest/v1/${table}`, ({ query }) => rows(query.has('or') ? [] : [row]))
    await user.click(exportButton())
    expect(await screen.findByText(/^1 row saved as /)).toBeVisible()
    const [, first] = (await textOf(files[0])).split('\r\n')
    expect(first).toMatch(line)
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
