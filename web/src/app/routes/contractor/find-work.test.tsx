import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import {
  availableJob,
  jobId,
  sendJobEvent,
  serveAvailableJobs,
  serveContractorDashboard,
} from '#testing-market.ts'
import { json, refusal, reply, requestsTo } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import FindWork from './find-work.tsx'

const search = '/rest/v1/rpc/find_available_jobs'
const townSearch = '/rest/v1/rpc/available_job_towns'
const lastQuery = (path: string) => Object.fromEntries(requestsTo('GET', path).at(-1)?.query ?? [])

type Values = Record<string, unknown>
const town = (name: string, latitude: number | null, longitude: number | null, values: Values) => ({
  name,
  latitude,
  longitude,
  size: 1,
  miles: null,
  jobs: 0,
  job_id: null,
  budget: null,
  my_bid: null,
  snapshot: '10:10:',
  ...values,
})

function serveTowns(...towns: Values[]) {
  reply('GET', townSearch, () => json(towns))
}

const lakewood = town('Lakewood', 39.705, -105.081, {
  miles: 7,
  jobs: 1,
  job_id: jobId,
  budget: 1200,
})
const denver = town('Denver', 39.739, -104.985, { miles: 0 })
const boulder = town('Boulder', 40.015, -105.271, { miles: 24 })
const pueblo = town('Pueblo', 38.254, -104.609, { miles: 104, jobs: 3 })
const nowhere = (jobs: number) => town('', null, null, { size: null, jobs })

/** Says that the window is wide enough for the list and the map. */
function widen() {
  const media = (text: string) => ({
    matches: text.includes('min-width') || text.includes('reduce'),
    media: text,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
  vi.stubGlobal('matchMedia', media)
}

beforeEach(() => {
  serveContractorDashboard()
  serveAvailableJobs(() => [availableJob()])
  serveTowns(nowhere(2), boulder, denver, lakewood, pueblo)
})

async function open(at = '/contractor/jobs') {
  const view = show(<FindWork />, { at, role: 'contractor' })
  await expect.poll(() => isSubscribedTo('bids')).toBe(true)
  return view
}

const row = async () => {
  const link = await screen.findByRole('link', { name: 'Reseal the dock' })
  return within(link.closest('li') ?? document.body)
}

test('a row has the picture, the facility, the distance and the budget, and links to the job', async () => {
  serveAvailableJobs(() => [
    availableJob({
      my_bid_status: 'pending',
      can_bid: false,
      bids: [{ amount: 950 }],
      bid_count: 2,
    }),
  ])
  await open()
  const job = await row()
  expect(job.getByRole('link', { name: 'Reseal the dock' })).toHaveAttribute(
    'href',
    `/contractor/jobs/${jobId}`,
  )
  for (const text of ['Dana Whitfield', '$1,200', 'You bid $950', '2 bids']) {
    expect(job.getByText(text)).toBeVisible()
  }
  expect(await job.findByText('Lakewood · about 7 mi')).toBeVisible()
  expect(job.queryByRole('button', { name: /^Place Bid/ })).toBeNull()
})

// @covers screens.contractor.find-work
test('the filters are requested and are in the URL', async () => {
  const { user, address } = await open()
  await user.selectOptions(await screen.findByLabelText('Distance'), 'Within 25 mi')
  await user.selectOptions(screen.getByLabelText('Trade'), 'Roofing')
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Nearest first')
  expect(address()).toBe('/contractor/jobs?within=25&category=Roofing&sort=-distance')
  await expect
    .poll(() => lastQuery(search))
    .toMatchObject({ within_miles: '25', category: 'Roofing', by_distance: 'true' })
  expect(lastQuery(townSearch)).toMatchObject({ within_miles: '25', category: 'Roofing' })
})

test('a search shows the best matches first', async () => {
  const { user } = await open()
  await user.keyboard('/')
  expect(screen.getByRole('searchbox')).toHaveFocus()
  await user.keyboard('leak{Enter}')
  await expect.poll(() => lastQuery(search)).toMatchObject({ query: 'leak', by_relevance: 'true' })
  expect(screen.getByLabelText('Sort by')).toHaveDisplayValue('Best match')
})

// @covers screens.contractor.unknown-place
test('jobs without a known town are listed on their own', async () => {
  const { user, address } = await open('/contractor/jobs?within=50')
  await user.click(
    await screen.findByRole('button', { name: '2 more jobs with an unknown location' }),
  )
  expect(address()).toBe('/contractor/jobs?town=unknown')
  await expect.poll(() => lastQuery(search)).toMatchObject({ town: '' })
  expect(screen.getByRole('button', { name: /^Location unknown/ })).toBeVisible()
})

test('a contractor whose town is unknown is told how to see distances', async () => {
  serveTowns(nowhere(0), { ...denver, miles: null })
  await open()
  expect(await screen.findByRole('link', { name: 'to your profile' })).toBeVisible()
  expect(screen.queryByLabelText('Distance')).toBeNull()
})

test('on a phone, a button swaps the list for the map, and a sheet has the filters', async () => {
  const { user, address } = await open()
  await user.click(await screen.findByRole('button', { name: 'Filters' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await user.selectOptions(sheet.getByLabelText('Trade'), 'Roofing')
  await user.click(await sheet.findByRole('button', { name: 'Show 1 job' }))
  expect(await screen.findByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show map' }))
  expect(address()).toBe('/contractor/jobs?category=Roofing&view=map')
  expect(await screen.findByRole('button', { name: 'Pueblo: 3 jobs' })).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Available jobs' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show list' }))
  expect(await screen.findByRole('list', { name: 'Available jobs' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show map' }))
  await user.click(await screen.findByRole('button', { name: 'Pueblo: 3 jobs' }))
  expect(address()).toBe('/contractor/jobs?category=Roofing&town=Pueblo')
  expect(await screen.findByRole('list', { name: 'Available jobs' })).toBeVisible()
})

test('a pin and its row are one selection', async () => {
  widen()
  const { user } = await open()
  const pin = await screen.findByRole('button', { name: 'Lakewood: $1,200' })
  const link = await screen.findByRole('link', { name: 'Reseal the dock' })
  const job = link.closest('[id]')
  await user.hover(pin)
  expect(job).toHaveAttribute('data-selected')
  await user.unhover(pin)
  expect(job).not.toHaveAttribute('data-selected')
  await user.hover(link)
  expect(pin).toHaveAttribute('data-on')
  await user.unhover(link)
  expect(pin).not.toHaveAttribute('data-on')
  await user.click(pin)
  await user.unhover(pin)
  pin.blur()
  expect(job).toHaveAttribute('data-selected')
})

test('a pin whose jobs are not all on the page limits the list to its town', async () => {
  widen()
  const { user, address } = await open()
  await user.click(await screen.findByRole('button', { name: 'Pueblo: 3 jobs' }))
  expect(address()).toBe('/contractor/jobs?town=Pueblo')
  await expect.poll(() => lastQuery(search)).toMatchObject({ town: 'Pueblo' })
  await user.click(screen.getByRole('button', { name: /^In Pueblo/ }))
  expect(address()).toBe('/contractor/jobs')
})

test('the keys move and zoom the map, and List only removes it', async () => {
  widen()
  const { user, address } = await open()
  const pin = await screen.findByRole('button', { name: 'Lakewood: $1,200' })
  const place = () => pin.closest('li')?.getAttribute('style')
  const before = place()
  screen.getByRole('button', { name: 'Zoom in' }).focus()
  await user.keyboard('{ArrowLeft}')
  const moved = place()
  expect(moved).not.toBe(before)
  await user.keyboard('{ArrowRight}')
  expect(place()).toBe(before)
  await user.keyboard('+')
  expect(place()).not.toBe(before)
  await user.keyboard('-')
  expect(place()).toBe(before)
  await user.click(screen.getByRole('button', { name: 'List only' }))
  expect(address()).toBe('/contractor/jobs?view=list')
  expect(screen.queryByRole('application')).toBeNull()
})

test('one pointer drags the map, and two of them zoom', async () => {
  widen()
  await open()
  const pin = await screen.findByRole('button', { name: 'Lakewood: $1,200' })
  const place = () => {
    const { left = '', top = '' } = pin.closest('li')?.style ?? {}
    return { x: Number.parseFloat(left), y: Number.parseFloat(top) }
  }
  const map = screen.getByRole('application')
  map.setPointerCapture = () => undefined
  const before = place()
  fireEvent.pointerDown(map, { pointerId: 1, clientX: 100, clientY: 100 })
  fireEvent.pointerMove(map, { pointerId: 1, clientX: 130, clientY: 90 })
  const dragged = place()
  expect([dragged.x - before.x, dragged.y - before.y].map(Math.round)).toEqual([30, -10])
  fireEvent.pointerDown(map, { pointerId: 2, clientX: 230, clientY: 90 })
  fireEvent.pointerMove(map, { pointerId: 2, clientX: 330, clientY: 90 })
  const middle = 280
  expect(Math.round(place().x - middle)).toBe(Math.round((dragged.x - middle) * 2))
  fireEvent.pointerUp(map, { pointerId: 2 })
  fireEvent.pointerUp(map, { pointerId: 1 })
  const zoomed = place()
  fireEvent.pointerMove(map, { pointerId: 1, clientX: 0, clientY: 0 })
  expect(place()).toEqual(zoomed)
})

test('a new job appears in the list and on the map without a request', async () => {
  widen()
  await open()
  await screen.findByRole('button', { name: 'Lakewood: $1,200' })
  const counts = () => [search, townSearch].map((path) => requestsTo('GET', path).length)
  const before = counts()
  sendJobEvent({
    row: availableJob({
      id: '77777777-7777-4777-8777-777777777777',
      title: 'Paint the fence',
      town: 'Boulder',
      budget: 640,
    }),
  })
  expect(await screen.findByRole('link', { name: 'Paint the fence' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Boulder: $640' })).toBeVisible()
  expect(counts()).toEqual(before)
})

test("the contractor's new bid appears in its row", async () => {
  await open()
  await row()
  sendChange('bids', 'INSERT', {
    id: 'bid',
    job_id: jobId,
    contractor_id: userId,
    status: 'pending',
    amount: 875,
  })
  expect(await (await row()).findByText('You bid $875')).toBeVisible()
})

test('a map that fails says so, while the list stays', async () => {
  widen()
  reply('GET', townSearch, () => refusal(500, 'XX000', 'internal'))
  const { user } = await open()
  expect(await screen.findByText('Failed to load the map.')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Reseal the dock' })).toBeVisible()
  serveTowns(lakewood)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'Lakewood: $1,200' })).toBeVisible()
})
