import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { server } from '../support/clients.ts'
import { expectData } from '../support/files.ts'

const { storage } = server
const id = `bucket-${crypto.randomUUID()}`
await expectData(storage.createBucket(id, { public: false }))
const bucket = storage.from(id)

suite('many files in one request', () => {
  const many = (count: number, length = 10) =>
    Array.from({ length: count }, (_, path) => `${path}`.padStart(length, 'x'))

  test('are at most 1,000, however short their names and even if they repeat', async () => {
    assert.deepEqual(await expectData(bucket.remove(many(1000))), [])
    assert.equal((await expectData(bucket.createSignedUrls(many(1000), 60))).length, 1000)
    const expected = 'Bulk object requests are limited to 1000 objects per request.'
    const repeated = Array.from({ length: 1001 }, () => 'a')
    for (const { error } of [
      await bucket.remove(many(1001)),
      await bucket.remove(repeated),
      await bucket.createSignedUrls(many(1001), 60),
      await bucket.createSignedUrls(repeated, 60),
    ]) {
      assert.equal(error?.message, expected)
    }
  })

  test('are limited by the size of the request', async () => {
    const tooManyMessage = 'The request is too large. Send fewer objects at a time.'
    for (const { error } of [
      await bucket.remove(many(1500, 1000)),
      await bucket.createSignedUrls(many(1500, 1000), 60),
    ]) {
      assert.equal(error?.message, tooManyMessage)
    }
  })
})
