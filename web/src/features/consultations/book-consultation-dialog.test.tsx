import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { consultantId, jobId, postedJob, serveRows } from '#testing-market.ts'
import { json, networkFailure, refusal, reply, requestsTo } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import BookConsultationDialog from './book-consultation-dialog.tsx'

const consultant = {
  id: consultantId,
  name: 'Vera Lindqvist',
  zone: 'America/New_York',
  fee: 90,
}
const consultations = '/rest/v1/consultations'
const bookings = () => requestsTo('POST', consultations)

async function openDialog({ fee = 90, jobs = [postedJob()] } = {}) {
  serveRows('profiles', () => [{ time_zone: 'America/Denver' }])
  serveRows('jobs', () => jobs)
  const { user } = show(
    <BookConsultationDialog
      userId={userId}
      consultant={{ ...consultant, fee }}
      opened
      onClose={() => undefined}
    />,
  )
  await screen.findByText('Book a consultation with this consultant?')
  const dialog = within(screen.getByRole('dialog', { name: 'Book Consultation' }))
  const time = dialog.getByLabelText('Date and time')
  const choose = (value: string) => fireEvent.input(time, { target: { value } })
  const send = () => user.click(dialog.getByRole('button', { name: 'Book Consultation' }))
  return { user, dialog, time, choose, send }
}

// @covers 8.success.booked
test('a consultation is booked about a job, at the chosen time in the zone of the facility', async () => {
  reply('POST', consultations, () => json(null, 201))
  const { user, dialog, choose, send } = await openDialog()
  expect(dialog.getByText(/^Vera Lindqvist$/).parentElement).toHaveTextContent(
    'Vera Lindqvist · $90, due when you book',
  )
  choose('2027-02-01T09:00')
  expect(dialog.getByText(/^Time zone: Mountain Time\b/)).toHaveTextContent(
    'For Vera Lindqvist: Mon, Feb 1, 2027, 11:00 AM EST.',
  )
  await user.selectOptions(dialog.getByLabelText('Length'), '30 minutes')
  await user.selectOptions(dialog.getByLabelText('Job'), 'Reseal the dock')
  await send()
  expect(await screen.findByText('Consultation booked.')).toBeVisible()
  expect(bookings().map(({ body }) => body)).toEqual([
    {
      facility_id: userId,
      consultant_id: consultantId,
      scheduled_at: '2027-02-01T16:00:00.000Z',
      duration_minutes: 30,
      job_id: jobId,
      fee: 90,
    },
  ])
})

test('a consultation needs no job, and may be free', async () => {
  reply('POST', consultations, () => json(null, 201))
  const { dialog, send } = await openDialog({ fee: 0, jobs: [] })
  expect(dialog.getByText(/^Vera Lindqvist$/).parentElement).toHaveTextContent(
    'Vera Lindqvist · Free',
  )
  await send()
  expect(await screen.findByText('Consultation booked.')).toBeVisible()
  expect(bookings()[0]?.body).toMatchObject({ job_id: null, duration_minutes: 60 })
})

test('a fee that changed while the dialog was open is shown, and accepted by booking again', async () => {
  const sentence = 'The fee changed. It is now $250.'
  const advice = 'Book again if you accept the new fee.'
  reply('POST', consultations, () => refusal(409, 'fee_changed', sentence, advice))
  const { dialog, send } = await openDialog()
  serveRows('profiles', () => [{ consultation_fee: 250 }])
  await send()
  expect(await dialog.findByRole('alert')).toHaveTextContent(`${sentence} ${advice}`)
  expect(dialog.getByText(/^Vera Lindqvist$/).parentElement).toHaveTextContent('$250')
  reply('POST', consultations, () => json(null, 201))
  await send()
  expect(await screen.findByText('Consultation booked.')).toBeVisible()
  expect(bookings().map(({ body }) => body)).toMatchObject([{ fee: 90 }, { fee: 250 }])
})

// @covers screens.booking.hidden-meanwhile
test('a consultant who hid while the dialog was open cannot be booked, and the input is kept', async () => {
  reply('POST', consultations, () => refusal(403, '42501', 'new row violates row-level security'))
  const { user, dialog, send } = await openDialog()
  await user.selectOptions(dialog.getByLabelText('Length'), '30 minutes')
  await send()
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    /^This consultant can no longer be booked\.$/,
  )
  expect(dialog.getByLabelText('Length')).toHaveValue('30')
})

test('a refused time shows the reason and the advice, and the input is kept', async () => {
  reply('POST', consultations, () =>
    refusal(409, 'consultant_busy', 'This consultant is unavailable then.', 'Choose another time.'),
  )
  const { dialog, time, choose, send } = await openDialog()
  choose('2027-02-01T09:00')
  await send()
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    /^This consultant is unavailable then\. Choose another time\.$/,
  )
  expect(time).toHaveValue('2027-02-01T09:00')
})

// @covers screens.booking.impossible-time
test('an impossible time is refused with a message, and the input is kept', async () => {
  const { dialog, time, choose, send } = await openDialog()
  for (const [reading, text] of [
    ['', 'Choose a date and time.'],
    ['2027-03-14T02:30', /^Clocks go forward that day, so this time doesn't exist\./],
  ] as const) {
    choose(reading)
    await send()
    expect(dialog.getByText(text)).toBeVisible()
    expect(time).toHaveValue(reading)
  }
  expect(bookings()).toEqual([])
})

test('a time that occurs twice is booked as the first one', async () => {
  reply('POST', consultations, () => json(null, 201))
  const { dialog, choose, send } = await openDialog()
  choose('2027-11-07T01:30')
  expect(dialog.getByText(/this time occurs twice\. We use the first one \(MDT\)\./)).toBeVisible()
  await send()
  await expect.poll(bookings).toHaveLength(1)
  expect(bookings()[0]?.body).toMatchObject({ scheduled_at: '2027-11-07T07:30:00.000Z' })
})

// @covers 8.booking.failed
test('a retry after a lost response has the same idempotency key', async () => {
  reply('POST', consultations, networkFailure)
  const { dialog, send } = await openDialog()
  await send()
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Something went wrong\. Can't reach/)
  reply('POST', consultations, () => json(null, 201))
  await send()
  expect(await screen.findByText('Consultation booked.')).toBeVisible()
  const [first, second] = bookings().map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toMatch(/./)
  expect(second).toBe(first)
})
