import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dueConsultationPayment, serveFacilityDashboard, serveRows } from '#testing-market.ts'
import { show } from '#testing-screen.tsx'
import FacilityDashboard from './facility-dashboard.tsx'

const title = 'Dec 3, 2:00 PM consultation'

test('the list of payments and the dialog to record one name the consultation', async () => {
  serveFacilityDashboard()
  serveRows('payments', () => [dueConsultationPayment()])
  const { user } = show(<FacilityDashboard />, { at: '/facility-dashboard?view=payments' })
  const table = within(await screen.findByRole('table', { name: 'Your payments' }))
  expect(table.getByRole('cell', { name: title })).toBeVisible()
  await user.click(table.getByRole('button', { name: 'Record payment' }))
  const dialog = await screen.findByRole('dialog', { name: 'Record payment' })
  expect(dialog).toHaveTextContent(`$900 to Vera Lindqvist for ${title}.`)
})
