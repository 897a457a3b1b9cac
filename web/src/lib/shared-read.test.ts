import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sharedRead } from './shared-read.ts'

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

test('calls in one task share one read, and a call during the read starts another one', async () => {
  const reads: PromiseWithResolvers<number>[] = []
  const read = sharedRead(() => {
    const started = Promise.withResolvers<number>()
    reads.push(started)
    return started.promise
  })
  const first = Promise.all([read(), Promise.resolve().then(read)])
  await nextTask()
  assert.equal(reads.length, 1)
  const later = read()
  assert.equal(reads.length, 2)
  reads[0]?.resolve(1)
  assert.deepEqual(await first, [1, 1])
  reads[1]?.resolve(2)
  assert.equal(await later, 2)
})

test('after a failed read, the next call reads again', async () => {
  let isBroken = true
  const read = sharedRead(() =>
    isBroken ? Promise.reject(new Error('lost')) : Promise.resolve('found'),
  )
  await assert.rejects(read(), /lost/)
  isBroken = false
  await nextTask()
  assert.equal(await read(), 'found')
})
