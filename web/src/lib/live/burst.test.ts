import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'node:test'
import { makeBurst } from './burst.ts'

test('a burst is answered at once, and once more at its end', async () => {
  const runs: number[] = []
  const ring = makeBurst(async () => void runs.push(1), 20)
  ring()
  assert.equal(runs.length, 1)
  for (let call = 0; call < 50; call += 1) ring()
  assert.equal(runs.length, 1)
  await wait(60)
  assert.equal(runs.length, 2)
})

test('what comes while it runs is answered after it', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  const ring = makeBurst(async () => {
    runs += 1
    await gates[runs - 1]?.promise
  }, 1)
  ring()
  ring()
  await wait(20)
  assert.equal(runs, 1)
  gates[0]?.resolve()
  await wait(150)
  assert.equal(runs, 2)
  gates[1]?.resolve()
})

test('the longer a run takes, the longer is the pause after it', async () => {
  let runs = 0
  const ring = makeBurst(async () => {
    runs += 1
    await wait(100)
  }, 1)
  ring()
  await wait(50)
  ring()
  await wait(200)
  assert.equal(runs, 1)
  await wait(250)
  assert.equal(runs, 2)
})

test('a run that fails does not end it', async () => {
  let runs = 0
  const ring = makeBurst(() => {
    runs += 1
    return Promise.reject(new Error('lost'))
  }, 1)
  ring()
  await wait(20)
  ring()
  assert.equal(runs, 2)
})
