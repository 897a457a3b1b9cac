import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reply, requestsTo, rows } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import Settings from './settings.tsx'

const profiles = '/rest/v1/profiles'
const tab = (name: string) => screen.findByRole('tab', { name })

function stubProfile() {
  const stored = { is_hidden: false }
  reply('GET', profiles, () => rows([stored]))
  reply('PATCH', profiles, ({ body }) => {
    Object.assign(stored, body)
    return rows([stored])
  })
}

// @covers 2.settings.tabs
test('the URL contains the tab, arrow keys change it, and Back returns to the previous tab', async () => {
  reply('GET', '/rest/v1/notification_settings', () => rows([]))
  stubProfile()
  const { user, router, address } = show(<Settings />, { at: '/settings?tab=nothing' })
  expect(await tab('Notifications')).toHaveAttribute('aria-selected', 'true')
  await user.click(await tab('Notifications'))
  await user.keyboard('{ArrowRight}')
  expect(await tab('Privacy')).toHaveFocus()
  expect(address()).toBe('/settings?tab=privacy')
  expect(await screen.findByRole('switch', { name: /^Hide my profile/ })).toBeVisible()
  await user.keyboard('{ArrowRight}')
  expect(await tab('Appearance')).toHaveFocus()
  await user.keyboard('{Home}')
  expect(await tab('Notifications')).toHaveFocus()
  await act(() => router.navigate(-1))
  await waitFor(() => expect(address()).toBe('/settings?tab=appearance'))
  expect(await tab('Appearance')).toHaveAttribute('aria-selected', 'true')
})

// @covers 2.settings.privacy 6.hidden.own-choice 8.success.privacy
test('a user hides the profile, and can show it again', async () => {
  stubProfile()
  const { user } = show(<Settings />, { at: '/settings?tab=privacy' })
  const toggle = await screen.findByRole('switch', { name: /^Hide my profile/ })
  await user.click(toggle)
  expect(await screen.findByText('Privacy settings saved.')).toBeVisible()
  await waitFor(() => expect(toggle).toBeChecked())
  const [saved] = requestsTo('PATCH', profiles)
  expect(saved?.body).toEqual({ is_hidden: true })
  expect(saved?.query.get('id')).toBe(`eq.${userId}`)
  await user.click(toggle)
  await waitFor(() => expect(toggle).not.toBeChecked())
})
