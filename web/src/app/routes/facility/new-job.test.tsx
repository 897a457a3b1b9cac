import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { jobId, postedJob, serveFacilityDashboard, serveRows } from '#testing-market.ts'
import { refusal, reply, rows } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import FacilityJobsPage from './jobs.tsx'
import NewJob from './new-job.tsx'

const newJob = '/facility/jobs/new'

test('a posted job opens its page', async () => {
  serveFacilityDashboard()
  reply('POST', '/rest/v1/jobs', () => rows([{ id: jobId }]))
  const { user, address } = show(<NewJob />, { at: newJob })
  expect(screen.getByRole('heading', { level: 1, name: 'Post a job' })).toBeVisible()
  await screen.findByRole('option', { name: 'Roofing' })
  for (const [label, text] of [
    ['Title', 'Reseal the dock'],
    ['Description', 'Two doors.'],
    ['Budget', '1,250'],
  ] as const) {
    fireEvent.input(screen.getByLabelText(label), { target: { value: text } })
  }
  await user.click(screen.getByRole('button', { name: 'Post Job' }))
  expect(await screen.findByText('Job posted.')).toBeVisible()
  expect(address()).toBe(`/facility/jobs/${jobId}`)
})

test('the menu of a finished job in the table of jobs leads to a copy of it', async () => {
  const finished = postedJob({ status: 'finished', can_edit: false, can_delete: false })
  serveFacilityDashboard()
  serveRows('jobs', () => [finished])
  const { user } = show(<FacilityJobsPage />)
  const job = within(await screen.findByRole('row', { name: /Reseal the dock/ }))
  await user.click(job.getByRole('button', { name: 'More for Reseal the dock' }))
  const entry = await job.findByRole('menuitem', { name: 'Post again' })
  expect(entry).toHaveAttribute('href', `${newJob}?again=${jobId}`)
})

test(`copying another facility's job shows "Page not found"`, async () => {
  serveFacilityDashboard()
  show(<NewJob />, { at: `${newJob}?again=${userId}` })
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Start an empty job' })).toHaveAttribute('href', newJob)
})

test('Retry loads a job that could not be copied', async () => {
  serveFacilityDashboard()
  reply('GET', '/rest/v1/jobs', () => refusal(500, 'XX000', 'no words for people'))
  const { user } = show(<NewJob />, { at: `${newJob}?again=${jobId}` })
  expect(await screen.findByText('Failed to load the job.')).toBeVisible()
  serveRows('jobs', () => [postedJob({ status: 'finished' })])
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByLabelText('Title')).toHaveValue('Reseal the dock')
})
