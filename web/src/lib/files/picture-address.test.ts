import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictureAddress } from './picture-address.ts'

const site = 'https://mendwell.test'

test('a picture of this site is fetched, by its address or its path', () => {
  const address = `${site}/storage/v1/object/public/user-files/7/picture/a.png`
  assert.equal(pictureAddress(address, site), address)
  assert.equal(pictureAddress('7/picture/a.png', site), new URL(address).pathname)
  assert.equal(pictureAddress(`blob:${site}/1`, site), `blob:${site}/1`)
})

test('a picture that was stored when this site had another address is fetched from here', () => {
  const path = '/storage/v1/object/public/user-files/7/picture/a.png'
  for (const former of ['http://localhost:3000', 'https://old.mendwell.test']) {
    assert.equal(pictureAddress(former + path, site), path)
  }
})

test('one from elsewhere is not', () => {
  for (const picture of [
    'https://elsewhere.test/a.png',
    'data:image/png;base64,',
    'javascript:1',
  ]) {
    assert.equal(pictureAddress(picture, site), undefined)
  }
})
