import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, reply, requestsTo, rows } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import { SessionsSection } from './sessions-section.tsx'

const sessions = '/rest/v1/rpc/my_sessions'
const section = () => within(screen.getByRole('region', { name: 'Sessions' }))

const session = (id: string, agent: string, isThis = false) => ({
  id,
  user_agent: agent,
  ip: '192.0.2.7',
  created_at: '2026-11-20T15:00:00Z',
  refreshed_at: null,
  is_this: isThis,
})
const current = session('this', 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36', true)
const other = session('other', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18 Safari/604.1')

function stubSessions() {
  const list = { now: [current, other] }
  reply('POST', sessions, () => rows(list.now))
  return list
}

// @covers screens.settings.sessions
test('another device is logged out from its row', async () => {
  const list = stubSessions()
  const { user } = show(<SessionsSection userId={userId} />)
  expect((await section().findByText('This device')).closest('li')).toHaveTextContent(
    'Chrome on Windows',
  )
  expect(section().getAllByRole('button', { name: /^Log out / })).toHaveLength(2)
  reply('POST', '/rest/v1/rpc/end_my_session', () => {
    list.now = [current]
    return json(null, 204)
  })
  await user.click(section().getByRole('button', { name: 'Log out Safari on iPhone' }))
  expect(await screen.findByText('Safari on iPhone is logged out.')).toBeVisible()
  await waitFor(() => expect(section().getAllByRole('listitem')).toHaveLength(1))
  expect(requestsTo('POST', '/rest/v1/rpc/end_my_session')[0]?.body).toEqual({ id: 'other' })
  expect(section().getByRole('button', { name: 'Log out other devices' })).toBeDisabled()
})

test('all other devices are logged out at once, and this one stays', async () => {
  const list = stubSessions()
  const { user } = show(<SessionsSection userId={userId} />)
  await section().findByText('This device')
  reply('POST', '/auth/v1/logout', () => {
    list.now = [current]
    return json(null, 204)
  })
  await user.click(section().getByRole('button', { name: 'Log out other devices' }))
  expect(await screen.findByText('Your other devices are logged out.')).toBeVisible()
  await waitFor(() => expect(section().getAllByRole('listitem')).toHaveLength(1))
  expect(requestsTo('POST', '/auth/v1/logout')[0]?.query.get('scope')).toBe('others')
})
