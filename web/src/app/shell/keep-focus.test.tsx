// Tests where the focus goes when an action removes its own button.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sendChange } from '#testing-live.ts'
import {
  availableJob,
  bidId,
  jobId,
  postedJob,
  receivedBid,
  serveAvailableJobs,
  serveContractorDashboard,
  serveFacilityDashboard,
  serveRows,
} from '#testing-market.ts'
import { reply, rows } from '#testing-network.ts'
import { visit } from '#testing-screen.tsx'

type Row = Record<string, unknown>

const dialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('after a bid is placed, the focus is on the list that the job was in', async () => {
  let list: Row[] = [availableJob()]
  serveContractorDashboard()
  const { user } = await visit('/contractor-dashboard', { role: 'contractor' })
  serveAvailableJobs(() => list)
  reply('GET', '/rest/v1/jobs', () =>
    rows([{ ...availableJob(), is_deleted: false, awarded_at: null, bids: [] }]),
  )
  reply('POST', '/rest/v1/bids', () => {
    list = []
    return rows([{ id: bidId }])
  })
  sendChange('jobs', 'INSERT', { id: jobId })
  await user.click(await screen.findByRole('button', { name: 'Place Bid: Reseal the dock' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Place Bid' }))
  await user.type(dialog.getByLabelText('Amount'), '950')
  await user.click(dialog.getByRole('button', { name: 'Place Bid' }))
  expect(await screen.findByText('No available jobs right now.')).toBeVisible()
  await dialogClosed()
  await waitFor(() => expect(screen.getByRole('region', { name: 'Available Jobs' })).toHaveFocus())
})

async function openPostedJob(serve: () => Row[]) {
  serveFacilityDashboard()
  serveRows('jobs', serve)
  serveRows('bids', () => [{ ...receivedBid(), job: { is_deleted: false, awarded_at: null } }], 0)
  return visit('/facility-dashboard', { role: 'facility' })
}

test('after a bid is accepted, the focus is on the bid', async () => {
  let bid = receivedBid()
  const { user } = await openPostedJob(() => [postedJob({ bids: [bid] })])
  reply('POST', '/rest/v1/rpc/accept_and_reject_bids', () => {
    bid = receivedBid({ status: 'accepted', can_accept: false })
    return rows([])
  })
  await user.click(await screen.findByRole('button', { name: 'Accept Bid' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept Bid' }))
  await user.click(dialog.getByRole('button', { name: 'Accept Bid' }))
  expect(await screen.findByText('Accepted')).toBeVisible()
  await dialogClosed()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('LI'))
  expect(document.activeElement).toHaveTextContent('Ruth Ellison')
})

test('after a job is deleted, the focus is on the list of jobs', async () => {
  let list: Row[] = [postedJob(), postedJob({ id: 'other', title: 'Fix the gate' })]
  const { user } = await openPostedJob(() => list)
  reply('PATCH', '/rest/v1/jobs', () => {
    list = list.slice(1)
    return rows([])
  })
  const job = within(await screen.findByRole('article', { name: 'Reseal the dock' }))
  await user.click(job.getByRole('button', { name: 'Delete job' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Job' }))
  await user.click(dialog.getByRole('button', { name: 'Delete Job' }))
  await waitFor(() => expect(screen.queryByText('Reseal the dock')).toBeNull())
  await dialogClosed()
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Your Posted Jobs' })).toHaveFocus(),
  )
})

test('a focused button that another tab removes leaves the focus on its row', async () => {
  let bid = receivedBid()
  await openPostedJob(() => [postedJob({ bids: [bid] })])
  const button = await screen.findByRole('button', { name: 'Accept Bid' })
  button.focus()
  bid = receivedBid({ status: 'withdrawn', can_accept: false })
  sendChange('bids', 'UPDATE', { id: bidId, job_id: jobId })
  expect(await screen.findByText('Withdrawn')).toBeVisible()
  expect(document.activeElement?.tagName).toBe('LI')
})

test('a focus that the user gave up stays where the user left it', async () => {
  let bid = receivedBid()
  await openPostedJob(() => [postedJob({ bids: [bid] })])
  const button = await screen.findByRole('button', { name: 'Accept Bid' })
  button.focus()
  button.blur()
  bid = receivedBid({ status: 'withdrawn', can_accept: false })
  sendChange('bids', 'UPDATE', { id: bidId, job_id: jobId })
  expect(await screen.findByText('Withdrawn')).toBeVisible()
  expect(document.body).toHaveFocus()
})
