// Tests that the payer of a consultation records the payment and that the payee sees it.
import { newConsultant, newFacility } from './support/consultant.ts'
import { dashboard, dialogOn, insertEndedConsultation, toastOn } from './support/facility.ts'
import { dropNextResponse } from './support/dropped-response.ts'
import { openAs } from './support/market.ts'
import { expect, test } from './support/test.ts'

test('a payment is recorded with its reference @gate', async ({ page, browser }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await insertEndedConsultation(facility, consultant)
  await openAs(page, facility, '/facility/payments')
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
  const consultantPage = await (await browser.newContext()).newPage()
  await openAs(consultantPage, consultant, '/consultant')
  const received = consultantPage.getByRole('table', { name: 'Payments to you' })
  await expect(received.getByRole('row', { name: /<b>ACH<\/b> 4711/ })).toContainText('Paid')
})

test('a payment whose response was lost is recorded once', async ({ page, pageErrors }) => {
  const [facility, consultant] = await Promise.all([newFacility(), newConsultant()])
  await insertEndedConsultation(facility, consultant)
  await openAs(page, facility, dashboard)
  await page.getByRole('button', { name: /^Record payment/ }).click()
  const dialog = dialogOn(page, 'Record payment')
  await dialog.getByLabel('Reference').fill('ACH 4711')
  await dropNextResponse(page, '**/rest/v1/rpc/record_payment')
  const send = dialog.getByRole('button', { name: 'Record payment' })
  await send.click()
  await expect(dialog.getByText(/Can't reach Mendwell\./)).toBeVisible()
  await send.click()
  await expect(toastOn(page, 'Payment recorded.')).toBeVisible()
  const { data } = await facility.client.from('payments').select('status, reference')
  expect(data).toEqual([{ status: 'paid', reference: 'ACH 4711' }])
  pageErrors.splice(0)
})
