import { expect, test } from 'vitest'
import { describeCounting } from './counting.ts'

const now = new Date('2026-11-27T18:00:00Z')

test.for([
  ['2026-11-27T17:59:00Z', ''],
  ['2026-11-27T18:00:59Z', ''],
  ['2026-12-04T18:00:00Z', /^It counts toward the rating from .*Dec 4.*, or once the consultant/],
  [null, 'one review of each facility counts in 30 days'],
] as const)('a review that counts from %s has its explanation', ([countsFrom, text]) => {
  const explanation = describeCounting(countsFrom, now)
  if (text === '') expect(explanation).toBe('')
  else expect(explanation).toMatch(text)
})
