import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, networkFailure, reply, requestsTo, rows } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'

const send = '/rest/v1/rpc/send_test_notice'

function showPanel() {
  const settings = { email: true, sound: true, messages: true, job_updates: true, payments: true }
  reply('GET', '/rest/v1/notification_settings', () => rows([settings]))
  return show(<NotificationsPanel userId={userId} />)
}

test.each([
  [true, 'Test sent. Check the bell and your email.'],
  [false, 'Test sent. Check the bell.'],
])('a test notice says where it appears (by email: %s)', async (isMailed, text) => {
  reply('POST', send, () => json(isMailed))
  const { user } = showPanel()
  await user.click(await screen.findByRole('button', { name: 'Send me a test' }))
  expect(await screen.findByText(text)).toBeVisible()
  expect(requestsTo('POST', send)).toHaveLength(1)
})

test("a test notice that can't be sent says so", async () => {
  reply('POST', send, networkFailure)
  const { user } = showPanel()
  await user.click(await screen.findByRole('button', { name: 'Send me a test' }))
  expect(await screen.findByText(/^The test wasn't sent\./)).toBeVisible()
})
