import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import { bookedConsultation, serveDashboard, serveRows } from '#testing-market.ts'
import { requestsTo } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import Overview from './overview.tsx'

const figures = {
  consultations: 0,
  earnings: 0,
  upcoming: 1,
  average_rating: null,
  review_count: 0,
  amount_due: 90,
  amount_paid: 0,
  today: '2026-11-23',
}

const readCount = (path: string) => requestsTo('GET', `/rest/v1/${path}`).length

const due = {
  id: 'payment',
  payee_id: userId,
  consultation_id: 'consultation',
  amount: 90,
  status: 'pending',
  reference: null,
  paid_at: null,
  refunded_at: null,
  status_at: '2026-11-20T15:00:00+00:00',
}

test('a recorded payment changes its consultation without a read, and a message reads only the open items', async () => {
  serveDashboard({ figures })
  serveRows('consultations', () => [bookedConsultation()])
  serveRows('payments', () => [])
  const { user } = show(<Overview />, { role: 'consultant', at: '/consultant' })
  const list = within(screen.getByRole('region', { name: 'Your Consultations' }))
  const more = await list.findByRole('button', { name: 'More for Dana Whitfield' })
  await waitFor(() => expect(isSubscribedTo('payments') && isSubscribedTo('messages')).toBe(true))
  const names = ['consultations', 'payments']
  const [countsBefore, dashboardReadsBefore] = [names.map(readCount), readCount('rpc/my_dashboard')]
  const at = '2026-11-21T12:00:00+00:00'
  sendChange('payments', 'UPDATE', { ...due, status: 'paid', paid_at: at, status_at: at }, due)
  sendChange('messages', 'INSERT', { id: 'message', recipient_id: userId, read: false })
  await waitFor(() => expect(readCount('rpc/my_dashboard')).toBeGreaterThan(dashboardReadsBefore))
  await user.click(more)
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel Consultation' }))
  expect(await screen.findByText(/The fee of \$90 was paid\./)).toBeVisible()
  expect(names.map(readCount)).toEqual(countsBefore)
})
