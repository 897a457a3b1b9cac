import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { stubCaches } from '#testing-caches.ts'
import { jobId, serveRows } from '#testing-market.ts'
import {
  json,
  makeDeferredReply,
  networkFailure,
  refusal,
  reply,
  requestsTo,
  rows,
} from '#testing-network.ts'
import { chooseFiles, png, storeProfile } from '#testing-profile.ts'
import { show, userId } from '#testing-screen.tsx'
import { NewJobForm } from './new-job-form.tsx'
import PostJobDialog from './post-job-dialog.tsx'

const jobs = '/rest/v1/jobs'
const posted = () => requestsTo('POST', jobs)
const keys = () => posted().map(({ headers }) => headers.get('idempotency-key'))
const unreachable = /^Can't reach Mendwell\./

async function openDialog() {
  const { files } = storeProfile()
  serveRows('job_categories', () => [{ name: 'General' }, { name: 'Roofing' }])
  reply('POST', jobs, () => rows([{ id: jobId }]))
  reply('POST', '/rest/v1/job_photos', () => json(null, 201))
  const onPosted = vi.fn<() => void>()
  const { user, unmount } = show(<Posting onPosted={onPosted} />)
  const element = await screen.findByRole('dialog', { name: 'Post Job' })
  const dialog = within(element)
  await dialog.findByRole('option', { name: 'Roofing' })
  const write = (label: string, text: string) =>
    fireEvent.input(dialog.getByLabelText(label), { target: { value: text } })
  const fill = () => {
    write('Title', 'Reseal the dock')
    write('Description', 'Two doors.')
    write('Budget', '1,250')
  }
  const send = () => user.click(dialog.getByRole('button', { name: 'Post Job' }))
  return { user, unmount, element, dialog, files, write, fill, send, onPosted }
}

function Posting({ onPosted }: { onPosted: () => void }) {
  const [opened, setOpened] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <PostJobDialog
        userId={userId}
        opened={opened}
        onClose={() => setOpened(false)}
        onPosted={onPosted}
      />
    </>
  )
}

const firstJob = {
  title: 'Reseal the dock',
  description: 'Two doors.',
  budget: 1250,
  location: null,
  category: 'General',
  facility_id: userId,
  status: 'open',
}

// @covers 2.facility-dashboard.post-job 7.jobs.insert
test('a job is posted with its photos', async () => {
  const { user, element, dialog, files, write, fill, send, onPosted } = await openDialog()
  fill()
  write('Budget', '1,250.50')
  write('Location', 'Lakewood')
  await user.selectOptions(dialog.getByLabelText('Category'), 'Roofing')
  chooseFiles(element, [png('north.png'), png('south.png')])
  await expect.poll(() => dialog.queryAllByText(/, uploaded$/)).toHaveLength(2)
  await send()
  expect(await screen.findByText('Job posted.')).toBeVisible()
  expect(posted().map(({ body }) => body)).toEqual([
    { ...firstJob, budget: 1250.5, location: 'Lakewood', category: 'Roofing' },
  ])
  expect(requestsTo('POST', '/rest/v1/job_photos').map(({ body }) => body)).toEqual([
    [...files].map((path) => ({ job_id: jobId, owner_id: userId, path })),
  ])
  // The list is refreshed once when the job is posted, and once when its photos are attached.
  expect(onPosted).toHaveBeenCalledTimes(2)
})

// @covers 5.job.required daily.job-values
test('missing, invalid and oversized values are reported at their fields, and the input is kept', async () => {
  const { dialog, write, fill, send } = await openDialog()
  await send()
  for (const text of ['Enter a title.', 'Describe the work.', 'Enter a budget.']) {
    expect(dialog.getByText(text)).toBeVisible()
  }
  const summary = dialog.getByText(/^Fix the highlighted fields:/)
  expect(summary).toHaveTextContent('Fix the highlighted fields: Title, Description, Budget.')
  expect(dialog.getByLabelText('Title')).toHaveFocus()
  fill()
  write('Title', 'x'.repeat(201))
  write('Description', 'x'.repeat(5001))
  write('Location', 'x'.repeat(201))
  for (const invalidBudget of ['12.345', '-1', '1e9', '0', 'ten', '<b>5</b>', '10,000,000']) {
    write('Budget', invalidBudget)
    await send()
    expect(dialog.getByText(/^Enter an amount such as/)).toBeVisible()
    expect(dialog.getAllByText('Use at most 200 characters.')).toHaveLength(2)
    expect(dialog.getByText('Use at most 5,000 characters.')).toBeVisible()
    expect(dialog.getByLabelText('Budget')).toHaveValue(invalidBudget)
  }
  expect(posted()).toEqual([])
})

// @covers daily.double-click-job
test('a double click posts one job, and a retry after a lost response has the same key', async () => {
  const { user, dialog, fill } = await openDialog()
  const { promise, resolve } = Promise.withResolvers<void>()
  reply('POST', jobs, () => promise.then(networkFailure))
  fill()
  const button = dialog.getByRole('button', { name: 'Post Job' })
  await user.dblClick(button)
  resolve()
  expect(await dialog.findByText(unreachable)).toBeVisible()
  expect(posted()).toHaveLength(1)
  reply('POST', jobs, () => rows([{ id: jobId }]))
  await user.click(button)
  expect(await screen.findByText('Job posted.')).toBeVisible()
  const [first, second] = keys()
  expect(first).toMatch(/./)
  expect(second).toBe(first)
})

test('a job that is edited before a retry is one job, as edited', async () => {
  const { dialog, write, fill, send } = await openDialog()
  reply('POST', jobs, networkFailure)
  reply('PATCH', jobs, () => json(null, 204))
  fill()
  await send()
  expect(await dialog.findByText(unreachable)).toBeVisible()
  write('Title', 'Reseal both docks')
  reply('POST', jobs, () => rows([{ id: jobId }]))
  await send()
  expect(await screen.findByText('Job posted.')).toBeVisible()
  expect(posted().map(({ body }) => body)).toEqual([firstJob, firstJob])
  expect(new Set(keys()).size).toBe(1)
  const [change] = requestsTo('PATCH', jobs)
  expect(change?.body).toMatchObject({ title: 'Reseal both docks' })
  expect(change?.query.get('id')).toBe(`eq.${jobId}`)
})

test('a job that was lost and then refused is posted as edited', async () => {
  const { dialog, write, fill, send } = await openDialog()
  reply('POST', jobs, networkFailure)
  fill()
  await send()
  expect(await dialog.findByText(unreachable)).toBeVisible()
  write('Title', 'Reseal both docks')
  reply('POST', jobs, ({ body }) =>
    JSON.stringify(body).includes('both') ? rows([{ id: jobId }]) : refusal(400, '23514', 'no'),
  )
  await send()
  expect(await screen.findByText('Job posted.')).toBeVisible()
  expect(posted().map(({ body }) => body)).toEqual([
    firstJob,
    firstJob,
    { ...firstJob, title: 'Reseal both docks' },
  ])
  expect(new Set(keys()).size).toBe(2)
})

test('a job that is written after closing is a new one', async () => {
  const { user, dialog, fill, send } = await openDialog()
  reply('POST', jobs, networkFailure)
  fill()
  await send()
  expect(await dialog.findByText(unreachable)).toBeVisible()
  await user.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const reopenedDialog = within(await screen.findByRole('dialog', { name: 'Post Job' }))
  expect(reopenedDialog.getByLabelText('Title')).toHaveValue('Reseal the dock')
  fireEvent.input(reopenedDialog.getByLabelText('Title'), { target: { value: 'Paint the fence' } })
  reply('POST', jobs, () => rows([{ id: jobId }]))
  await user.click(reopenedDialog.getByRole('button', { name: 'Post Job' }))
  expect(await screen.findByText('Job posted.')).toBeVisible()
  expect(posted().map(({ body }) => body)).toEqual([
    firstJob,
    { ...firstJob, title: 'Paint the fence' },
  ])
  expect(new Set(keys()).size).toBe(2)
})

test('a failed photo does not lose the job, and is retried', async () => {
  const { user, element, dialog, fill, send } = await openDialog()
  reply('POST', '/storage/v1/object/documents/*', () => json({}, 503))
  fill()
  chooseFiles(element, [png('north.png')])
  expect(await dialog.findByRole('button', { name: 'Retry north.png' })).toBeVisible()
  await send()
  expect(
    await dialog.findByText(/^The job was posted, but not everything was saved\./),
  ).toBeVisible()
  reply('POST', '/storage/v1/object/documents/*', () => json({ Key: 'north' }))
  await user.click(dialog.getByRole('button', { name: 'Post Job' }))
  expect(await screen.findByText('Job posted.')).toBeVisible()
  expect(posted()).toHaveLength(1)
  expect(requestsTo('POST', '/rest/v1/job_photos')).toHaveLength(1)
})

test('a photo that the server refuses can be removed', async () => {
  const { user, element, dialog } = await openDialog()
  reply('POST', '/storage/v1/object/documents/*', () =>
    json(
      {
        statusCode: '415',
        error: 'invalid_mime_type',
        message: "This isn't a valid image.",
        code: 'InvalidMimeType',
      },
      400,
    ),
  )
  chooseFiles(element, [png('fake.png')])
  expect(await dialog.findByText("This isn't a valid image.")).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Retry fake.png' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Remove fake.png' }))
  expect(dialog.queryByText('fake.png')).toBeNull()
})

test('a photo that is removed from the form is deleted', async () => {
  const { user, element, dialog, files } = await openDialog()
  chooseFiles(element, [png('north.png'), png('south.png'), png('east.png')])
  await expect.poll(() => dialog.queryAllByText(/, uploaded$/)).toHaveLength(3)
  const [, south] = files
  await user.click(dialog.getByRole('button', { name: 'Remove south.png' }))
  await expect.poll(() => files.size).toBe(2)
  expect(files).not.toContain(south)
})

test('the page of a new job continues the draft with its photos', async () => {
  stubCaches()
  const { element, dialog, fill, unmount } = await openDialog()
  fill()
  chooseFiles(element, [png('north.png')])
  expect(await dialog.findByText(/, uploaded$/)).toBeVisible()
  const link = dialog.getByRole('link', { name: 'Use the full page' })
  expect(link).toHaveAttribute('href', '/facility/jobs/new')
  unmount()
  show(
    <NewJobForm
      userId={userId}
      facilityName=""
      copiedJob={undefined}
      closePath="/"
      onPosted={vi.fn()}
    />,
  )
  expect(await screen.findByRole('img', { name: 'north.png' })).toBeVisible()
  expect(screen.getByLabelText('Title')).toHaveValue('Reseal the dock')
  expect(requestsTo('DELETE', '/storage/v1/object/documents')).toEqual([])
})

test('a draft restores its category when the categories arrive', async () => {
  const { user, dialog, unmount } = await openDialog()
  await user.selectOptions(dialog.getByLabelText('Category'), 'Roofing')
  unmount()
  const { replier, send } = makeDeferredReply()
  reply('GET', '/rest/v1/job_categories', replier)
  show(<Posting onPosted={() => undefined} />)
  const reopened = within(await screen.findByRole('dialog', { name: 'Post Job' }))
  fireEvent.input(reopened.getByLabelText('Title'), { target: { value: 'Reseal the dock' } })
  send(rows([{ name: 'General' }, { name: 'Roofing' }]))
  await reopened.findByRole('option', { name: 'Roofing' })
  await waitFor(() => expect(reopened.getByLabelText('Category')).toHaveValue('Roofing'))
  expect(reopened.getByText('Draft restored.')).toBeVisible()
})
