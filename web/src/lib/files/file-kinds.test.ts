import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFiles, fileKinds, limitsOf, sizeText } from './file-kinds.ts'

const kind = fileKinds['job-photo']
const photo = (name: string, size = 10, type = 'image/png') =>
  new File([new Uint8Array(size)], name, { type, lastModified: 1 })

test('files of another kind, of no bytes and of too many are refused by name and reason', () => {
  const files = [
    photo('plan.svg', 10, 'image/svg+xml'),
    photo('empty.png', 0),
    photo('large.png', 10_485_761),
    photo('full.png', 10_485_760),
  ]
  const { taken, refused } = checkFiles(files, { kind, kept: 0, present: [] })
  assert.deepEqual(
    taken.map(({ name }) => name),
    ['full.png'],
  )
  assert.deepEqual(refused, [
    { name: 'plan.svg', reason: 'Choose PNG, JPEG, WebP or GIF instead.' },
    { name: 'empty.png', reason: 'It is empty.' },
    { name: 'large.png', reason: 'It is larger than 10 MB.' },
  ])
})

test('there are never more files than allowed, and none twice', () => {
  const present = [photo('a.png')]
  const chosen = ['a.png', 'b.png', 'c.png'].map((name) => photo(name))
  const { taken, refused } = checkFiles(chosen, { kind, kept: 4, present })
  assert.deepEqual(
    taken.map(({ name }) => name),
    ['b.png'],
  )
  assert.deepEqual(refused, [
    { name: 'a.png', reason: 'It is chosen already.' },
    { name: 'c.png', reason: '6 photos are enough; 4 are there.' },
  ])
})

test('limits and sizes are said as people say them', () => {
  const all = 'Up to 6 photos, 10 MB each: PNG, JPEG, WebP or GIF.'
  assert.deepEqual(
    [0, 1, 6].map((kept) => limitsOf(kind, kept)),
    [all, `${all} 1 is there.`, `${all} 6 are there.`],
  )
  assert.equal(limitsOf(fileKinds.resume, 0), 'One file, up to 20 MB: PDF.')
  assert.deepEqual([12, 2048, 3_400_000].map(sizeText), ['12 bytes', '2 KB', '3.2 MB'])
})
