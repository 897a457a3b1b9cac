// Changes by other users appear automatically, and only the lists that show them are read again.
import type { Page } from '@playwright/test'
import { newAdmin } from './support/admin.ts'
import { watchIdle } from './support/idle-page.ts'
import { dashboard, jobOn } from './support/facility.ts'
import { newPerson, onlyJob, openAs, placeBid, postJob, uniqueTitle } from './support/market.ts'
import { expect, test } from './support/test.ts'

const newFacility = () => newPerson('facility', 'Dana Whitfield')
const newContractor = () => newPerson('contractor', 'Ruth Ellison')

/** The tables and views that the page reads from now on, in order. */
function readsOf(page: Page) {
  const reads: string[] = []
  page.on('request', (request) => {
    const table = /\/rest\/v1\/(?:rpc\/)?(\w+)/.exec(request.url())?.[1]
    if (table) reads.push(table)
  })
  return reads
}

test('a message refreshes neither payments nor consultations', async ({ page }) => {
  const [facility, contractor] = await Promise.all([newFacility(), newContractor()])
  const { id, title } = await postJob(facility, { title: uniqueTitle('Reseal') })
  await placeBid(contractor, id, 900)
  const atRest = watchIdle(page)
  await openAs(page, facility, `${dashboard}?view=payments`)
  await expect(page.getByText('No payments due.')).toBeVisible()
  await atRest()
  const reads = readsOf(page)
  await contractor.client
    .from('messages')
    .insert({
      job_id: id,
      sender_id: contractor.id,
      recipient_id: facility.id,
      sender_name: contractor.name,
      content: 'Which door first?',
    })
    .throwOnError()
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting.getByText(title)).toHaveCount(2)
  await atRest()
  expect(reads).toContain('dashboard_waiting')
  expect(reads).not.toContain('payments')
  expect(reads).not.toContain('dashboard_facility_summary')
})

test('a new job refreshes the jobs, and not the contractor’s own lists', async ({ page }) => {
  const [facility, contractor] = await Promise.all([newFacility(), newContractor()])
  const title = uniqueTitle('Reseal')
  const atRest = watchIdle(page)
  await openAs(page, contractor, onlyJob(title))
  const jobs = page.getByRole('region', { name: 'Available Jobs' })
  await expect(jobs.getByText('No jobs match.')).toBeVisible()
  await atRest()
  const reads = readsOf(page)
  await postJob(facility, { title })
  await expect(jobs.getByRole('heading', { name: title })).toBeVisible()
  await atRest()
  const own = ['find_available_jobs', 'dashboard_available_jobs', 'job_photos']
  expect(new Set(reads)).toEqual(new Set(own))
})

test('an award to another contractor refreshes the jobs, and not the contractor’s own lists', async ({
  page,
}) => {
  const [facility, contractor, winner] = await Promise.all([
    newFacility(),
    newContractor(),
    newPerson('contractor', 'Omar Haddad'),
  ])
  const { id, title } = await postJob(facility, { title: uniqueTitle('Reseal') })
  const bid = await placeBid(winner, id, 900)
  const atRest = watchIdle(page)
  await openAs(page, contractor, onlyJob(title))
  const jobs = page.getByRole('region', { name: 'Available Jobs' })
  await expect(jobs.getByRole('heading', { name: title })).toBeVisible()
  await atRest()
  const reads = readsOf(page)
  await facility.client
    .rpc('accept_and_reject_bids', { selected_bid_id: bid, job_id: id })
    .throwOnError()
  await expect(jobs.getByText('No jobs match.')).toBeVisible()
  await atRest()
  expect(reads).toContain('find_available_jobs')
  const others = ['bids', 'dashboard_waiting', 'dashboard_contractor_summary']
  expect(others.filter((table) => reads.includes(table))).toEqual([])
})

test('during constant changes an admin’s counts refresh every other second', async ({ page }) => {
  const [admin, facility] = await Promise.all([newAdmin(), newFacility()])
  const { id, title } = await postJob(facility, { title: uniqueTitle('Reseal') })
  const atRest = watchIdle(page)
  const opened = page.waitForEvent('websocket')
  await openAs(page, admin, '/admin/jobs')
  const line = await opened
  await expect(page.getByRole('article', { name: title })).toBeVisible()
  await atRest()
  const counts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/rpc/admin_list_number?')) counts.push(request.url())
  })
  const rename = async (to: string) => {
    const told = line.waitForEvent('framereceived', ({ payload }) => String(payload).includes(to))
    await facility.client.from('jobs').update({ title: to }).eq('id', id).throwOnError()
    await told
  }
  const until = Date.now() + 5000
  // At most once a frame, because a user has 100 requests a second.
  const nextFrame = () => page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  for (let turn = 1; Date.now() < until; turn += 1) {
    await rename(`${title} turn ${turn}.`)
    await nextFrame()
  }
  await rename(`${title} last`)
  await expect(page.getByRole('article', { name: `${title} last` })).toBeVisible()
  expect(counts.length).toBeGreaterThan(1)
  expect(counts.length).toBeLessThan(6)
})

test('a finished job updates both sides @gate', async ({ page, browser }) => {
  const [facility, contractor] = await Promise.all([newFacility(), newContractor()])
  const { id, title } = await postJob(facility, { title: uniqueTitle('Reseal') })
  const bid = await placeBid(contractor, id, 900)
  await openAs(page, contractor, onlyJob(title))
  const other = await (await browser.newContext()).newPage()
  await openAs(other, facility, dashboard)
  await facility.client
    .rpc('accept_and_reject_bids', { selected_bid_id: bid, job_id: id })
    .throwOnError()
  await expect(jobOn(other, title)).toContainText('Awarded')
  await contractor.client.from('jobs').update({ status: 'finished' }).eq('id', id).throwOnError()
  await expect(page.getByText('$900 due, $0 paid')).toBeVisible()
  await expect(jobOn(other, title)).toContainText('Finished')
  await expect(other.getByRole('button', { name: /^Record payment/ })).toBeVisible()
  await expect(page.getByText('Waiting for Dana Whitfield to pay')).toBeVisible()
  const { data: due } = await facility.client.from('payments').select('id').single().throwOnError()
  await facility.client
    .rpc('record_payment', { payment_id: due.id, reference: 'ACH 4711' })
    .throwOnError()
  await expect(page.getByText('$0 due, $900 paid')).toBeVisible()
  await expect(page.getByText('Nothing left to do')).toBeVisible()
  await other.context().close()
})
