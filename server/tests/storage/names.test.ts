import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../../src/storage/calls.ts'
import { newBucket } from '../../src/storage/names.ts'

test('no bucket has a name that addresses of calls have in its place', () => {
  const inPlace = calls.flatMap(({ path }) => {
    const [, root, first = '', second = ''] = path.split('/')
    if (root !== 'object') return []
    return first === 'info' ? [first, second] : [first]
  })
  const taken = inPlace.filter((part) => part !== '' && !part.startsWith(':') && part !== '*')
  assert.ok(taken.length > 8)
  for (const name of taken) assert.throws(() => newBucket(name), /cannot be named/, name)
  assert.equal(newBucket('signs'), 'signs')
})
