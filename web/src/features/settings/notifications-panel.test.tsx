import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serveRows } from '#testing-market.ts'
import { requestsTo } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'

const isOn = { email: true, sound: false, messages: true, job_updates: false, payments: true }

// @covers 2.settings.notifications
test('there is a switch for each notification setting, and it shows the stored value', async () => {
  serveRows('notification_settings', () => [{ user_id: userId, ...isOn }])
  show(<NotificationsPanel userId={userId} />)
  for (const [name, checked] of [
    [/^Email/, true],
    [/^Sound/, false],
    [/^Messages/, true],
    [/^Job updates/, false],
    [/^Payments/, true],
  ] as const) {
    const setting = await screen.findByRole('switch', { name })
    if (checked) expect(setting).toBeChecked()
    else expect(setting).not.toBeChecked()
  }
  expect(screen.getAllByRole('switch')).toHaveLength(5)
  expect(requestsTo('POST', '/rest/v1/notification_settings')).toEqual([])
})
