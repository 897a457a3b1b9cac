import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { listedUser, serveAdminList, userPaths } from '#testing-admin.ts'
import { laterReply, type NetworkRequest, refusal, reply, rows } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
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

/** The first thousand at once, and then what the test replies. */
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
