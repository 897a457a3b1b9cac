import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serveDashboard, serveRows } from '#testing-market.ts'
import { reply, rows } from '#testing-network.ts'
import { visit } from '#testing-screen.tsx'

const tables = ['consultations', 'messages', 'payments']

// @covers screens.consultant.empty-profile
test('a consultant with an empty profile is told that nobody finds them, until it is filled', async () => {
  for (const table of tables) serveRows(table, () => [])
  serveDashboard({})
  const { unmount } = await visit('/consultant-portal', { role: 'consultant' })
  await screen.findByRole('heading', { name: 'Welcome, Robin' })
  expect(screen.queryByText(/^Facilities can't find or book you yet/)).toBeNull()
  unmount()
  await visit('/consultant-portal', { role: 'consultant' })
  reply('GET', '/rest/v1/profiles', () =>
    rows([{ role: 'consultant', full_name: 'Robin Ortega', is_filled: false }]),
  )
  expect(await screen.findByText(/^Facilities can't find or book you yet/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Fill in your profile' })).toHaveAttribute(
    'href',
    '/edit-profile',
  )
})
