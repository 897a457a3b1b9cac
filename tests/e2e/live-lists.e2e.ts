// Tests that changes by other users appear automatically, and that constant changes do not cause too many reads.
import { newAdmin } from './support/admin.ts'
import { watchIdle } from './support/idle-page.ts'
import { dashboard, jobOn } from './support/facility.ts'
import {
  newPerson,
  jobSearchPath,
  openAs,
  placeBid,
  postJob,
  uniqueTitle,
} from './support/market.ts'
import { expect, test } from './support/test.ts'

const newFacility = () => newPerson('facility', 'Dana Whitfield')
const newContractor = () => newPerson('contractor', 'Ruth Ellison')

test("during constant changes an admin's counts refresh every other second", async ({ page }) => {
  const [admin, facility] = await Promise.all([newAdmin(), newFacility()])
  const { id, title } = await postJob(facility, { title: uniqueTitle('Reseal') })
  const waitUntilIdle = watchIdle(page)
  const opened = page.waitForEvent('websocket')
  await openAs(page, admin, '/admin/jobs')
  const socket = await opened
  await expect(page.getByRole('article', { name: title })).toBeVisible()
  await waitUntilIdle()
  const counts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/rpc/admin_list_number?')) counts.push(request.url())
  })
  const rename = async (to: string) => {
    const changeFrame = socket.waitForEvent('framereceived', ({ payload }) =>
      String(payload).includes(to),
    )
    await facility.client.from('jobs').update({ title: to }).eq('id', id).throwOnError()
    await changeFrame
  }
  const until = Date.now() + 5000
  // Wait for a frame after each renaming, because the server allows a user only 100 requests a second.
  const nextFrame = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  for (let count = 1; Date.now() < until; count += 1) {
    await rename(`${title} turn ${count}.`)
    await nextFrame()
  }
  await rename(`${title} last`)
  await expect(page.getByRole('article', { name: `${title} last` })).toBeVisible()
  expect(counts.length).toBeGreaterThan(1)
  expect(counts.length).toBeLessThan(6)
})

test('a finished job updates both sides', async ({ page, browser }) => {
  const [facility, contractor] = await Promise.all([newFacility(), newContractor()])
  const { id, title } = await postJob(facility, { title: uniqueTitle('Reseal') })
  const bid = await placeBid(contractor, id, 900)
  await openAs(page, contractor, jobSearchPath(title))
  const contractorPage = await (await browser.newContext()).newPage()
  await openAs(contractorPage, facility, dashboard)
  await facility.client
    .rpc('accept_and_reject_bids', { selected_bid_id: bid, job_id: id })
    .throwOnError()
  await expect(jobOn(contractorPage, title)).toContainText('Awarded')
  await contractor.client.from('jobs').update({ status: 'finished' }).eq('id', id).throwOnError()
  const owed = page.getByRole('link', { name: /^Owed to You/ })
  await expect(owed).toContainText('$0 paid')
  await expect(owed).toContainText('$900')
  await expect(jobOn(contractorPage, title)).toContainText('Finished')
  await expect(contractorPage.getByRole('button', { name: /^Record payment/ })).toBeVisible()
  await expect(page.getByText('Waiting for Dana Whitfield to pay')).toBeVisible()
  const { data: due } = await facility.client.from('payments').select('id').single().throwOnError()
  await facility.client
    .rpc('record_payment', { payment_id: due.id, reference: 'ACH 4711' })
    .throwOnError()
  await expect(owed).toContainText('$900 paid')
  await expect(page.getByText('Nothing left to do')).toBeVisible()
  await contractorPage.context().close()
})
