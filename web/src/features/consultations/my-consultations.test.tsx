import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bookedConsultation, serveDashboard, serveRows } from '#testing-market.ts'
import { requestsTo } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import CancelConsultationDialog from './cancel-consultation-dialog.tsx'
import { MyConsultations } from './my-consultations.tsx'

const ignore = () => undefined
const lastOrder = () => requestsTo('GET', '/rest/v1/consultations').at(-1)?.query.get('order') ?? ''

function showConsultations(list: Record<string, unknown>[], at = '/') {
  serveDashboard({})
  serveRows('consultations', () => list)
  return show(<MyConsultations userId={userId} onCancel={ignore} onReview={ignore} />, { at })
}

test('a consultation shows the time in both time zones', async () => {
  showConsultations([bookedConsultation({ job: { title: 'Reseal the dock' } })])
  const row = await screen.findByRole('listitem')
  expect(row).toHaveTextContent('Tue, Dec 1, 2026, 9:00 AM PST')
  expect(row).toHaveTextContent('For Vera Lindqvist: Tue, Dec 1, 2026, 12:00 PM EST')
  for (const text of ['60 minutes', 'Reseal the dock', 'Booked', '$90']) {
    expect(within(row).getByText(text)).toBeVisible()
  }
})

test('the next consultation comes first among upcoming ones, the latest in other lists', async () => {
  const { user } = showConsultations([bookedConsultation()])
  await screen.findByRole('listitem')
  expect(lastOrder()).toMatch(/^scheduled_at\.asc/)
  await user.click(await screen.findByRole('button', { name: /^Upcoming and past/ }))
  await expect.poll(lastOrder).toMatch(/^scheduled_at\.desc/)
})

test('the consultations that are stored on the device are the next ones in any order of the list', async () => {
  const stored = () => localStorage.getItem(`kept:${userId}:appointments`)
  localStorage.clear()
  const { unmount } = showConsultations(
    [bookedConsultation()],
    '/?consultations.sort=-scheduled_at',
  )
  await screen.findByRole('listitem')
  expect(stored()).toBeNull()
  unmount()
  showConsultations([bookedConsultation()])
  await screen.findByRole('listitem')
  expect(stored()).toContain('Vera Lindqvist')
})

test('only an ended consultation can be reviewed, and only an open one cancelled', async () => {
  showConsultations([
    bookedConsultation(),
    bookedConsultation({ id: 'past', has_ended: true, can_review: true, can_cancel: false }),
  ])
  const [open, past] = (await screen.findAllByRole('listitem')).map((row) => within(row))
  expect(open?.getByRole('button', { name: 'Cancel Consultation' })).toBeVisible()
  expect(open?.queryByRole('button', { name: 'Leave a review' })).toBeNull()
  expect(past?.getByRole('button', { name: 'Leave a review' })).toBeVisible()
  expect(past?.queryByRole('button', { name: 'Cancel Consultation' })).toBeNull()
})

test.for([
  ['pending', /The fee of \$90 will no longer be due\./],
  ['paid', /The fee of \$90 was paid\. An admin can refund it\./],
] as const)('cancelling says what happens to a fee that is %s', async ([payment, text]) => {
  const times = ['Tue, Dec 1, 2026, 9:00 AM PST', 'For Vera Lindqvist: 12:00 PM EST']
  const consultation = { id: 'consultation', name: 'Vera Lindqvist', times, fee: 90, payment }
  show(<CancelConsultationDialog consultation={consultation} opened onClose={ignore} />)
  const dialog = await screen.findByRole('dialog', { name: 'Cancel Consultation' })
  expect(dialog).toHaveTextContent(`With Vera Lindqvist, ${times.join('. ')}.`)
  expect(dialog).toHaveTextContent(text)
  expect(within(dialog).getByRole('button', { name: 'Keep it' })).toBeVisible()
})
