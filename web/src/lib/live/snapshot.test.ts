import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isVisibleIn } from './snapshot.ts'

const cases = [
  ['10:13:11,12', '9', true],
  ['10:13:11,12', '10', true],
  ['10:13:11,12', '11', false],
  ['10:13:11,12', '13', false],
  ['99:101:', '100', true],
  ['99:101:', '101', false],
  ['18446744073709551613:18446744073709551615:', '18446744073709551614', true],
] as const

for (const [snapshot, xid, isVisible] of cases) {
  test(`the snapshot ${snapshot} ${isVisible ? 'includes' : 'lacks'} transaction ${xid}`, () => {
    assert.equal(isVisibleIn(snapshot, xid), isVisible)
  })
}
