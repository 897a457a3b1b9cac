import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { bookedConsultation, serveDashboard, serveRows } from '#testing-market.ts'
import { reply, rows } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import { BookedConsultations } from './booked-consultations.tsx'

const denver = { time_zone: 'America/Denver' }

function storeBooking(scheduledAt: string, facilityName: string) {
  const names = { full_name: facilityName, username: null, company_name: null }
  const starts = new Date(scheduledAt)
  const booking = {
    id: 'booking',
    scheduled_at: scheduledAt,
    ends_at: new Date(starts.getTime() + 3_600_000).toISOString(),
    duration_minutes: 60,
    status: 'booked',
    fee: 90,
    can_cancel: true,
    has_ended: false,
    facility: { ...denver, ...names, role: 'facility' },
    consultant: denver,
    payment: null,
  }
  reply('GET', '/rest/v1/consultations', () => rows([booking]))
  serveDashboard({})
}

async function showBooking() {
  const { user } = show(<BookedConsultations userId={userId} onCancel={() => undefined} />, {
    role: 'consultant',
  })
  const list = await screen.findByRole('list', { name: 'Consultations' })
  return { user, row: within(list).getByRole('listitem') }
}

/** Chooses "Add to Calendar" in the row's menu. Returns the saved file's name and lines. */
async function calendarOf({ user, row }: Awaited<ReturnType<typeof showBooking>>) {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:calendar'
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  await user.click(within(row).getByRole('button', { name: /^More for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add to Calendar' }))
  vi.restoreAllMocks()
  const text = (await files[0]?.text()) ?? ''
  return { name: names[0], lines: text.replaceAll('\r\n ', '').split('\r\n') }
}

// @covers screens.consultant.calendar
test('the night of a clock change is right in the list and in the calendar', async () => {
  // The consultation starts at 1:30 AM in Denver, half an hour before the clocks go forward.
  storeBooking('2027-03-14T08:30:00Z', 'Lee; Sons, <b>Inc.</b> \\ מוסך')
  const booking = await showBooking()
  expect(booking.row).toHaveTextContent('1:30 AM MST')
  expect(booking.row).toHaveTextContent('Lee; Sons, <b>Inc.</b> \\ מוסך')
  const { name, lines } = await calendarOf(booking)
  expect(name).toBe('consultation-2027-03-14.ics')
  expect(lines).toContain('UID:booking@mendwell')
  expect(lines).toContain('DTSTART:20270314T083000Z')
  expect(lines).toContain('DTEND:20270314T093000Z')
  expect(lines).toContain(String.raw`SUMMARY:Consultation with Lee\; Sons\, <b>Inc.</b> \\ מוסך`)
})

test('the calendar file of an evening has the date of the consultant', async () => {
  // In Denver, the consultation starts on November 27.
  storeBooking('2026-11-28T03:00:00Z', 'Dana Whitfield')
  const { name, lines } = await calendarOf(await showBooking())
  expect(name).toBe('consultation-2026-11-27.ics')
  expect(lines).toContain('DTSTART:20261128T030000Z')
})

test('a consultation shows the time in both time zones, and links to its chat', async () => {
  serveDashboard({})
  serveRows('consultations', () => [bookedConsultation()])
  const { row } = await showBooking()
  expect(row).toHaveTextContent('Tue, Dec 1, 2026, 12:00 PM EST')
  expect(row).toHaveTextContent('For Dana Whitfield: Tue, Dec 1, 2026, 9:00 AM PST')
  expect(within(row).getByRole('link', { name: 'Chat' })).toHaveAttribute(
    'href',
    '/chat/consultation/consultation',
  )
})
