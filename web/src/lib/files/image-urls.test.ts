import assert from 'node:assert/strict'
import { test } from 'vitest'
import { pictureUrl, responsiveImage } from './image-urls.ts'

const site = 'https://mendwell.test'

test('a picture of this site is loaded by its URL or its path', () => {
  const address = `${site}/storage/v1/object/public/user-files/7/picture/a.png`
  assert.equal(pictureUrl(address, site), address)
  assert.equal(pictureUrl('7/picture/a.png', site), new URL(address).pathname)
  assert.equal(pictureUrl(`blob:${site}/1`, site), `blob:${site}/1`)
})

test('a picture with a URL of an earlier domain is loaded from this site', () => {
  const path = '/storage/v1/object/public/user-files/7/picture/a.png'
  for (const formerSite of ['http://localhost:3000', 'https://old.mendwell.test']) {
    assert.equal(pictureUrl(formerSite + path, site), path)
  }
})

test('a picture of another site is not loaded', () => {
  for (const picture of [
    'https://elsewhere.test/a.png',
    'data:image/png;base64,',
    'javascript:1',
  ]) {
    assert.equal(pictureUrl(picture, site), undefined)
  }
})

test('a stored picture is requested in the size in which it is shown, for normal and high-density screens', () => {
  const originalPath = '/storage/v1/object/public/user-files/7/picture/a.png'
  const resizedPath = '/storage/v1/render/image/public/user-files/7/picture/a.png'
  assert.deepEqual(responsiveImage(originalPath, 36), {
    src: originalPath,
    srcSet: `${resizedPath}?width=48 1x, ${resizedPath}?width=96 2x`,
  })
  const link = 'https://a.test/storage/v1/object/sign/documents/7/job-photo/a.png?token=x.y.z'
  const { srcSet } = responsiveImage(link, 64)
  const picture =
    'https://a.test/storage/v1/render/image/sign/documents/7/job-photo/a.png?token=x.y.z'
  assert.equal(srcSet, `${picture}&width=96 1x, ${picture}&width=192 2x`)
})

test('no picture is requested wider than the largest size', () => {
  assert.match(
    responsiveImage('/storage/v1/object/public/a/b.png', 1000).srcSet ?? '',
    /width=1536 2x$/,
  )
})

test('a picture that is not in storage keeps its URL', () => {
  for (const address of ['blob:https://a.test/1', '/product/desk.avif', undefined]) {
    assert.deepEqual(responsiveImage(address, 64), { src: address })
  }
})
