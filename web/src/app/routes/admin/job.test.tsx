import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { jobDetails, ruth, serveJobPage } from '#testing-job-page.ts'
import { bidId, bookedConsultation, contractorId, jobId, receivedBid } from '#testing-market.ts'
import { json, reply } from '#testing-network.ts'
import { userId, visit } from '#testing-screen.tsx'

const path = `/admin/jobs/${jobId}`
beforeEach(() => reply('GET', '/rest/v1/rpc/asking_admin', () => json(userId)))

const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })

test('an admin sees the bids and the consultations of a job by names and not by ids', async () => {
  serveJobPage({
    job: () =>
      jobDetails({
        awarded_at: '2026-11-12T15:00:00Z',
        awarded_contractor_id: contractorId,
        awarded: ruth,
        can_release: true,
      }),
    bids: () => [receivedBid({ status: 'accepted', can_accept: false })],
    consultations: () => [bookedConsultation()],
  })
  const { user } = await visit(path, { role: 'admin' })
  expect(await findTitle('Reseal the dock')).toBeVisible()
  const bids = within(await screen.findByRole('list', { name: 'Bids' }))
  expect(bids.getByText('Ruth Ellison')).toBeVisible()
  expect(bids.queryByRole('button', { name: 'Accept Bid' })).toBeNull()
  expect(await screen.findByText('Vera Lindqvist')).toBeVisible()
  for (const id of [jobId, bidId, contractorId]) {
    expect(screen.getByRole('main')).not.toHaveTextContent(id.slice(0, 8))
  }
  await user.click(screen.getByRole('button', { name: 'More for Reseal the dock' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke award' }))
  const dialog = await screen.findByRole('dialog', { name: 'Revoke award' })
  expect(dialog).toHaveTextContent('Ruth Ellison loses Reseal the dock.')
})

test.each([path, '/admin/jobs/dock'])('%s is not found', async (address) => {
  serveJobPage({ job: () => undefined })
  await visit(address, { role: 'admin' })
  expect(await findTitle('Page not found')).toBeVisible()
})
