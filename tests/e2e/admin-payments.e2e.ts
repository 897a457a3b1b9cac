import { rowOf } from './support/admin.ts'
import { exportCsv, disableSavePicker } from './support/export.ts'
import { expectAccessible } from './support/accessibility.ts'
import { acceptBid, newPerson, placeBid, postJob, uniqueTitle } from './support/market.ts'
import { expect, test } from './support/test.ts'

/** Creates a finished job whose payment is due. */
async function finishedJob() {
  const [facility, ruth] = await Promise.all([
    newPerson('facility', 'Dana Whitfield'),
    newPerson('contractor', 'Ruth Ellison'),
  ])
  const job = await postJob(facility, { title: uniqueTitle('Reseal') })
  await acceptBid(facility, job.id, await placeBid(ruth, job.id, 950))
  await ruth.client.from('jobs').update({ status: 'finished' }).eq('id', job.id).throwOnError()
  const payment = facility.client.from('payments').select('id').eq('job_id', job.id).single()
  const { id } = (await payment.throwOnError()).data
  const pay = async () =>
    facility.client
      .rpc('record_payment', { payment_id: id, reference: `Check ${id.slice(0, 6)}` })
      .throwOnError()
  return { facility, ruth, job, id, pay }
}

test('an admin follows a payment, and refunds it after an explanation @gate', async ({
  signInAs,
}) => {
  const { facility, ruth, job, id, pay } = await finishedJob()
  const page = await signInAs('admin')
  await disableSavePicker(page)
  await page.goto('/admin/payments')
  await page.getByLabel('Search by name').fill(job.title)
  const row = rowOf(page, job.title)
  for (const text of [facility.name, ruth.name, 'Due', '$950'])
    await expect(row).toContainText(text)
  await expect(row.getByRole('button', { name: 'Refund' })).toBeHidden()
  await page.waitForLoadState('networkidle')
  await pay()
  await expect(row).toContainText('Paid')
  await page.getByLabel('Search by name').fill(`check ${id.slice(0, 6)}`)
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund payment' })
  await expect(dialog).toContainText('Mark $950 as refunded?')
  await expect(dialog).toContainText(`${ruth.name} paid ${facility.name} back`)
  await expectAccessible(page, '[role=dialog]')
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Refund' }).dblclick()
  await expect(page.getByRole('alert').filter({ hasText: 'Payment refunded.' })).toHaveCount(1)
  await expect(row).toContainText('Refunded')
  const { lines } = await exportCsv(page)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`,${job.title},950,refunded,Check ${id.slice(0, 6)},`)
})
