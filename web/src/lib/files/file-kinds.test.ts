import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkFiles, fileKinds, limitsOf, sizeText } from './file-kinds.ts'

const kind = fileKinds['job-photo']
const photo = (name: string, size = 10, type = 'image/png') =>
  new File([new Uint8Array(size)], name, { type, lastModified: 1 })

test('files of another type, empty files and large files are refused with the reason', () => {
  const files = [
    photo('plan.svg', 10, 'image/svg+xml'),
    photo('empty.png', 0),
    photo('large.png', 10_485_761),
    photo('full.png', 10_485_760),
  ]
  const { taken, refused } = checkFiles(files, { kind, storedCount: 0, present: [] })
  assert.deepEqual(
    taken.map(({ name }) => name),
    ['full.png'],
  )
  assert.deepEqual(refused, [
    { name: 'plan.svg', reason: 'Use PNG, JPEG, WebP or GIF instead.' },
    { name: 'empty.png', reason: "It's empty." },
    { name: 'large.png', reason: "It's larger than 10 MB." },
  ])
})

test('a field has no more files than allowed, and no file twice', () => {
  const chosenBefore = [photo('a.png')]
  const chosen = ['a.png', 'b.png', 'c.png'].map((name) => photo(name))
  const { taken, refused } = checkFiles(chosen, { kind, storedCount: 4, present: chosenBefore })
  assert.deepEqual(
    taken.map(({ name }) => name),
    ['b.png'],
  )
  assert.deepEqual(refused, [
    { name: 'a.png', reason: "It's already in the list." },
    { name: 'c.png', reason: 'The limit is 6 photos, and 4 are already uploaded.' },
  ])
})

test('limits and sizes are in plain words', () => {
  const limitText = 'Up to 6 photos, 10 MB each: PNG, JPEG, WebP or GIF.'
  assert.deepEqual(
    [0, 1, 6].map((storedCount) => limitsOf(kind, storedCount)),
    [limitText, `${limitText} 1 already uploaded.`, `${limitText} 6 already uploaded.`],
  )
  assert.equal(limitsOf(fileKinds.resume, 0), 'PDF, up to 20 MB.')
  assert.deepEqual([12, 2048, 3_400_000].map(sizeText), ['12 bytes', '2 KB', '3.2 MB'])
})
