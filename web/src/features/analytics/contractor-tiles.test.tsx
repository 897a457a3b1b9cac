import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noBids, serveDashboard } from '#testing-market.ts'
import { show } from '#testing-screen.tsx'
import { ContractorTiles } from './contractor-tiles.tsx'

async function winRateTile(row: Record<string, unknown>) {
  serveDashboard({ figures: { ...noBids, ...row } })
  const { unmount } = show(<ContractorTiles />, { role: 'contractor' })
  const tile = (await screen.findByText('Win Rate (%)')).closest('a')
  const texts = [...(tile?.children ?? [])].map(({ textContent }) => textContent)
  unmount()
  return texts
}

// @covers screens.contractor.decided-win-rate
test('the tile shows the win rate of all bids and of decided bids', async () => {
  const summary = { total_bids: 20, awarded_bids: 11, win_rate: 55, decided_win_rate: 61.1 }
  expect(await winRateTile(summary)).toEqual([
    'Win Rate (%)',
    '55.0',
    '11 of 20 bids, 61.1% of decided bids',
  ])
  const undecided = { total_bids: 2, awarded_bids: 0, win_rate: 0, decided_win_rate: null }
  expect(await winRateTile(undecided)).toEqual(['Win Rate (%)', '0.0', '0 of 2 bids, none decided'])
})
