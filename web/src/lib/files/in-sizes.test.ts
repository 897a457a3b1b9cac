import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inSizes } from './in-sizes.ts'

test('a stored picture is asked for as small as it is shown, for plain and for sharp screens', () => {
  const open = '/storage/v1/object/public/user-files/7/picture/a.png'
  const small = '/storage/v1/render/image/public/user-files/7/picture/a.png'
  assert.deepEqual(inSizes(open, 36), {
    src: open,
    srcSet: `${small}?width=48 1x, ${small}?width=96 2x`,
  })
  const link = 'https://a.test/storage/v1/object/sign/documents/7/job-photo/a.png?token=x.y.z'
  const { srcSet } = inSizes(link, 64)
  const picture =
    'https://a.test/storage/v1/render/image/sign/documents/7/job-photo/a.png?token=x.y.z'
  assert.equal(srcSet, `${picture}&width=96 1x, ${picture}&width=192 2x`)
})

test('none is wider than the widest there is', () => {
  assert.match(inSizes('/storage/v1/object/public/a/b.png', 1000).srcSet ?? '', /width=1536 2x$/)
})

test('what is not stored comes as it is', () => {
  for (const address of ['blob:https://a.test/1', '/product/desk.avif', undefined]) {
    assert.deepEqual(inSizes(address, 64), { src: address })
  }
})
