// A payment for a consultation. The payer records it and the payee sees it.
import { newConsultant, newFacility } from './support/consultant.ts'
import { dashboard, dialogOn, endedConsultation, toastOn } from './support/facility.ts'
import { openAs } from './support/market.ts'
import { expect, test } from './support/test.ts'

test('a payment is recorded with its reference @gate', async ({ page, browser }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await endedConsultation(facility, consultant)
  await openAs(page, facility, `${dashboard}?view=payments`)
  const payments = page.getByRole('region', { name: 'Your Payments' })
  await payments.getByRole('button', { name: 'Record payment' }).click()
  const dialog = dialogOn(page, 'Record payment')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByText('Enter a reference.')).toBeVisible()
  await dialog.getByLabel('Reference').fill('x'.repeat(201))
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByText('Use at most 200 characters.')).toBeVisible()
  await dialog.getByLabel('Reference').fill('<b>ACH</b> 4711')
  await dialog.getByRole('button', { name: 'Record payment' }).dblclick()
  await expect(toastOn(page, 'Payment recorded.')).toBeVisible()
  await expect(payments.getByText('No payments due.')).toBeVisible()
  await payments.getByRole('button', { name: 'Past' }).click()
  await expect(payments.getByRole('row', { name: /<b>ACH<\/b> 4711/ })).toContainText('Paid')
  const other = await (await browser.newContext()).newPage()
  await openAs(other, consultant, '/consultant')
  const received = other.getByRole('table', { name: 'Payments to you' })
  await expect(received.getByRole('row', { name: /<b>ACH<\/b> 4711/ })).toContainText('Paid')
})

test('a payment that was recorded on another screen is reported @gate', async ({ page }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await endedConsultation(facility, consultant)
  await openAs(page, facility, `${dashboard}?view=consultations`)
  await page.getByRole('button', { name: /^Record payment/ }).click()
  const dialog = dialogOn(page, 'Record payment')
  const { data: payment } = await facility.client
    .from('payments')
    .select('id')
    .single()
    .throwOnError()
  await facility.client
    .rpc('record_payment', { payment_id: payment.id, reference: 'Elsewhere' })
    .throwOnError()
  await dialog.getByLabel('Reference').fill('ACH 4711')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This payment is paid.')
  await expect(dialog.getByLabel('Reference')).toHaveValue('ACH 4711')
})
