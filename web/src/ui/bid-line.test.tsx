import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#testing-screen.tsx'
import { BidLine, bestOf, placesOn } from './bid-line.tsx'

const bid = (amount: number, isLive = true) => ({ id: String(amount), amount, isLive })

test('the axis has the budget and all bids with room at both ends', () => {
  const place = placesOn([9200, 5440, 9400])
  expect(place(5440)).toBeCloseTo(0.08 / 1.16)
  expect(place(9400)).toBeCloseTo(1.08 / 1.16)
  expect(place(9200)).toBeGreaterThan(place(5440))
})

test('a bid that equals the budget is in the middle', () => {
  expect(placesOn([900, 900])(900)).toBe(0.5)
  expect(placesOn([0])(0)).toBe(0.5)
})

test('the best bid is the lowest that can still win', () => {
  expect(bestOf([bid(700, false), bid(950), bid(900)])?.amount).toBe(900)
  expect(bestOf([bid(700, false)])).toBeUndefined()
})

test('a screen reader gets all figures, or the range of many bids', () => {
  show(<BidLine budget={1000} bids={[bid(1150), bid(900.5)]} />)
  expect(screen.getByRole('img')).toHaveAccessibleName('Budget $1,000. 2 bids: $900.50, $1,150.')
  const many = Array.from({ length: 100 }, (_, index) => bid(1000 + index))
  show(<BidLine budget={1000} bids={many} />)
  expect(screen.getAllByRole('img').at(-1)).toHaveAccessibleName(
    'Budget $1,000. 100 bids: from $1,000 to $1,099.',
  )
})
