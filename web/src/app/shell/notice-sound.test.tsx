import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NoticesBell } from '#features/notices/bell.tsx'
import { NotificationsPanel } from '#features/settings/notifications-panel.tsx'
import { playChime } from '#lib/chime.ts'
import { isSubscribedTo, sendChange } from '#testing-live.ts'
import { provideLocks } from '#testing-locks.ts'
import { json, reply, rows } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'

vi.mock('#lib/chime.ts', () => ({ playChime: vi.fn<() => void>() }))

test('a change of the sound in Settings applies to the next notice', async () => {
  provideLocks()
  const value = { hasBeenActive: true }
  Object.defineProperty(navigator, 'userActivation', { value, configurable: true })
  const settings = { email: true, sound: false, messages: true, job_updates: true, payments: true }
  reply('GET', '/rest/v1/notification_settings', () => rows([settings]))
  reply('POST', '/rest/v1/notification_settings', () => rows([{ ...settings, sound: true }]))
  const alerts = { sound: false, messages: true }
  reply('GET', '/rest/v1/rpc/my_unread', () => json({ messages: 0, notices: 1, alerts }))
  const { user } = show(
    <>
      <NoticesBell userId={userId} />
      <NotificationsPanel userId={userId} />
    </>,
  )
  await user.click(await screen.findByRole('switch', { name: /^Sound/ }))
  expect(await screen.findByText('Saved.')).toBeVisible()
  await waitFor(() => expect(isSubscribedTo('notices')).toBe(true))
  const notice = { id: '1', recipient_id: userId, kind: 'bid_received', read: false }
  act(() => sendChange('notices', 'INSERT', notice))
  await waitFor(() => expect(playChime).toHaveBeenCalledTimes(1), { timeout: 3000 })
})
