import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { forgetDrafts } from '#lib/drafts.ts'
import { stubCaches } from '#testing-caches.ts'
import { jobId, serveRows } from '#testing-market.ts'
import { json, networkFailure, reply, requestsTo, rows } from '#testing-network.ts'
import { chooseFiles, png, storeProfile } from '#testing-profile.ts'
import { show, userId } from '#testing-screen.tsx'
import { NewJobForm } from './new-job-form.tsx'

const jobs = '/rest/v1/jobs'
const attached = () => requestsTo('POST', '/rest/v1/job_photos').map(({ body }) => body)
const field = (label: string) => screen.getByLabelText(label)
const write = (label: string, text: string) =>
  fireEvent.input(field(label), { target: { value: text } })
const photoNames = () => screen.queryAllByRole('img').map((image) => image.getAttribute('alt'))
const preview = () => within(screen.getByRole('region', { name: 'Preview for contractors' }))

const destinationOf = (copy: unknown) =>
  z.object({ destinationKey: z.string() }).parse(copy).destinationKey

const finishedJob = {
  id: jobId,
  title: 'Clean the gutters',
  description: 'Twice a year.',
  budget: 750,
  category: 'Roofing',
  location: 'Golden',
  photos: [{ path: 'north' }, { path: 'south' }].map(({ path }) => ({
    path: `${userId}/job-photo/${path}.png`,
  })),
}

function serveJobs() {
  const { files } = storeProfile({}, ['job-photo/north.png', 'job-photo/south.png'])
  serveRows('job_categories', () => [{ name: 'General' }, { name: 'Roofing' }])
  reply('POST', jobs, () => rows([{ id: jobId }]))
  reply('POST', '/rest/v1/job_photos', () => json(null, 201))
  return files
}

async function openPage(copiedJob?: typeof finishedJob) {
  const onPosted = vi.fn<(id: string) => void>()
  const view = show(
    <NewJobForm
      userId={userId}
      facilityName="Front Range Surgical Center"
      copiedJob={copiedJob}
      closePath="/"
      onPosted={onPosted}
    />,
  )
  await screen.findByRole('option', { name: 'Roofing' })
  const choose = (names: string[]) =>
    chooseFiles(screen.getByRole('group', { name: 'Photos' }), names.map(png))
  const post = () => view.user.click(screen.getByRole('button', { name: 'Post Job' }))
  return { ...view, onPosted, choose, post }
}

function fill() {
  write('Title', 'Reseal the dock')
  write('Description', 'Two doors.')
  write('Budget', '9.2k')
}

test('the preview shows the job as contractors see it, while it is written', async () => {
  serveJobs()
  const { user, choose } = await openPage()
  expect(preview().getByText('Title of the job')).toBeVisible()
  expect(preview().queryByRole('img')).toBeNull()
  fill()
  write('Location', 'Lakewood')
  await user.selectOptions(field('Category'), 'Roofing')
  for (const text of ['Reseal the dock', 'Two doors.', '$9,200', 'Roofing', 'Lakewood']) {
    expect(preview().getByText(text)).toBeVisible()
  }
  expect(preview().getByText('Front Range Surgical Center')).toBeVisible()
  choose(['north.png'])
  const cover = await screen.findByRole('img', { name: 'north.png' })
  const region = screen.getByRole('region', { name: 'Preview for contractors' })
  await waitFor(() =>
    expect(region.querySelector('img')).toHaveAttribute('src', cover.getAttribute('src')),
  )
})

test('photos change their order by buttons and by dragging, and the first one is the cover', async () => {
  serveJobs()
  const { user, choose, post, onPosted } = await openPage()
  choose(['north.png', 'south.png', 'east.png'])
  await expect.poll(photoNames).toEqual(['north.png', 'south.png', 'east.png'])
  const [northTile] = screen.getAllByRole('listitem')
  const later = screen.getByRole('button', { name: 'Move north.png later' })
  await user.click(later)
  expect(photoNames()).toEqual(['south.png', 'north.png', 'east.png'])
  expect(screen.getByText('north.png is now photo 2 of 3.')).toBeInTheDocument()
  expect(later).toHaveFocus()
  const tileOf = (name: string) =>
    screen.getAllByRole('listitem').find((tile) => within(tile).queryByRole('img', { name }))
  const dataTransfer = { types: ['text/plain'], setData: () => undefined }
  const [east, south] = [tileOf('east.png'), tileOf('south.png')]
  if (!east || !south || !northTile) throw new Error('There is no tile.')
  fireEvent.dragStart(east, { dataTransfer })
  fireEvent.dragOver(south, { dataTransfer })
  fireEvent.dragEnd(east, { dataTransfer })
  expect(photoNames()).toEqual(['east.png', 'south.png', 'north.png'])
  expect(within(east).getByText('Cover')).toBeVisible()
  expect(within(northTile).queryByText('Cover')).toBeNull()
  fill()
  await post()
  await waitFor(() => expect(onPosted).toHaveBeenCalledWith(jobId))
  const paths = requestsTo('POST', '/storage/v1/object/documents/*').map(({ path }) => path)
  const [north, southPath, eastPath] = paths.map((path) => path.replace(/^.*documents\//, ''))
  const order = [eastPath, southPath, north]
  expect(attached()).toEqual([order.map((path) => ({ job_id: jobId, owner_id: userId, path }))])
})

test('a draft keeps its text, its photos and their order after a reload, until the job is posted', async () => {
  stubCaches()
  serveJobs()
  const first = await openPage()
  expect(screen.getByText('Your draft saves automatically on this device.')).toBeVisible()
  fill()
  first.choose(['north.png', 'south.png'])
  await waitFor(() => expect(screen.getAllByText(', uploaded')).toHaveLength(2))
  await first.user.click(screen.getByRole('button', { name: 'Move south.png earlier' }))
  await waitFor(() => expect(screen.getByText(/^Draft saved/)).toBeVisible())
  first.unmount()

  const second = await openPage()
  expect(field('Title')).toHaveValue('Reseal the dock')
  await expect.poll(photoNames).toEqual(['south.png', 'north.png'])
  expect(preview().getByText('$9,200')).toBeVisible()
  await second.post()
  await waitFor(() => expect(second.onPosted).toHaveBeenCalledWith(jobId))
  expect(requestsTo('POST', '/storage/v1/object/documents/*')).toHaveLength(2)
  second.unmount()

  await openPage()
  expect(field('Title')).toHaveValue('')
  expect(photoNames()).toEqual([])
})

test('logging out deletes the draft with its photos', async () => {
  const caches = stubCaches()
  serveJobs()
  const { choose, unmount } = await openPage()
  fill()
  choose(['north.png'])
  await expect.poll(() => [...caches.values()].map(({ size }) => size)).toEqual([1])
  unmount()
  forgetDrafts()
  await expect.poll(() => [...caches.keys()]).toEqual([])
  await openPage()
  expect(field('Title')).toHaveValue('')
  expect(photoNames()).toEqual([])
})

test('a job that is sent again after a lost response and a reload is posted once', async () => {
  serveJobs()
  reply('POST', jobs, networkFailure)
  const first = await openPage()
  fill()
  await first.post()
  expect(await screen.findByText(/^Can't reach Mendwell\./)).toBeVisible()
  first.unmount()
  reply('POST', jobs, () => rows([{ id: jobId }]))
  const second = await openPage()
  await second.post()
  await waitFor(() => expect(second.onPosted).toHaveBeenCalledWith(jobId))
  const keys = requestsTo('POST', jobs).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('the draft of a job that was posted without some photos is gone once the user leaves', async () => {
  serveJobs()
  reply('POST', '/storage/v1/object/documents/*', () => json({}, 503))
  const { choose, post, unmount } = await openPage()
  fill()
  choose(['north.png'])
  await screen.findByRole('button', { name: 'Retry north.png' })
  await post()
  expect(await screen.findByText(/^The job was posted, but not everything/)).toBeVisible()
  unmount()
  await openPage()
  expect(field('Title')).toHaveValue('')
})

test('a copy of a finished job has its values and its own copies of the photos', async () => {
  stubCaches()
  const files = serveJobs()
  reply('GET', '/storage/v1/object/documents/*', () => new Response('picture'))
  reply('POST', '/storage/v1/object/copy', ({ body }) => json({ Key: body }))
  const first = await openPage(finishedJob)
  expect(field('Title')).toHaveValue('Clean the gutters')
  expect(preview().getByText('$750')).toBeVisible()
  await expect.poll(photoNames).toEqual(['Photo 1', 'Photo 2'])
  const copies = requestsTo('POST', '/storage/v1/object/copy').map(({ body }) => body)
  expect(copies).toMatchObject(finishedJob.photos.map(({ path }) => ({ sourceKey: path })))
  first.unmount()

  const second = await openPage(finishedJob)
  await expect.poll(photoNames).toEqual(['Photo 1', 'Photo 2'])
  expect(requestsTo('POST', '/storage/v1/object/copy')).toHaveLength(2)
  await second.post()
  await waitFor(() => expect(second.onPosted).toHaveBeenCalledWith(jobId))
  expect(attached()).toEqual([
    copies.map((copy) => ({ job_id: jobId, owner_id: userId, path: destinationOf(copy) })),
  ])
  expect(files).toContain(`${userId}/job-photo/north.png`)
})

test('the draft of a copy leaves the draft of a new job alone', async () => {
  serveJobs()
  reply('GET', '/storage/v1/object/documents/*', () => json({}, 404))
  const fresh = await openPage()
  write('Title', 'Reseal the dock')
  fresh.unmount()
  const copy = await openPage(finishedJob)
  expect(field('Title')).toHaveValue('Clean the gutters')
  expect(await screen.findByText(/^Your 2 photos weren't saved/)).toBeVisible()
  write('Title', 'Clean the gutters again')
  copy.unmount()
  await openPage()
  expect(field('Title')).toHaveValue('Reseal the dock')
})
