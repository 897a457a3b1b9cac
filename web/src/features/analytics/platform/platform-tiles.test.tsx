import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { platformFigures, serveDashboard } from '#testing-market.ts'
import { refusal, reply } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import { PlatformTiles } from './platform-tiles.tsx'

const users = { contractor: 1200, facility: 30, admin: 2 }
const serve = () => serveDashboard({ figures: platformFigures({ users_by_role: users }) })

// @covers 2.admin-dashboard.tile-links
test('each tile has its figure and leads to its list', async () => {
  serve()
  show(<PlatformTiles />, { role: 'admin' })
  for (const [name, path] of [
    [/^Contractors\s*1,200\s*of 1,232 users/, '/admin/contractors'],
    [/^Consultants\s*0\s*of 1,232 users/, '/admin/consultants'],
    [/^Facilities\s*30\s*of 1,232 users/, '/admin/facilities'],
    [/^Open Jobs\s*12\s*4 bids pending/, '/admin/jobs?state=open'],
  ] as const)
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', path)
})

test('figures that cannot be loaded show an error in their place, and load after Retry', async () => {
  serve()
  reply('GET', '/rest/v1/rpc/my_dashboard', () => refusal(400, 'PGRST100', 'no'))
  const { user } = show(<PlatformTiles />, { role: 'admin' })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load stats.')
  serve()
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: /^Contractors\s*1,200/ })).toBeVisible()
})
