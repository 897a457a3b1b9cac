import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as soon, setTimeout as wait } from 'node:timers/promises'
import { coalesced, withCooldown } from './coalesce.ts'

test('a burst is answered at once, and once more at its end', async () => {
  const runs: number[] = []
  const ring = coalesced(async () => void runs.push(1), 20)
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
  const ring = coalesced(async () => {
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

const rests = [
  { takes: 1_000, rest: 3_000, ends: 'is done' },
  { takes: 1_000, rest: 3_000, ends: 'fails' },
  { takes: 60_000, rest: 10_000, ends: 'is done' },
]
for (const { takes, rest, ends } of rests) {
  test(`what ${ends} after ${takes} ms rests for ${rest} ms`, async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] })
    let isOver = false
    const run = Promise.withResolvers<void>()
    const rested = withCooldown(() => run.promise).finally(() => (isOver = true))
    mock.timers.tick(takes)
    if (ends === 'fails') run.reject(new Error('lost'))
    else run.resolve()
    await soon()
    mock.timers.tick(rest - 1)
    await soon()
    assert.equal(isOver, false)
    mock.timers.tick(1)
    await rested.catch((error: unknown) => assert.equal(String(error), 'Error: lost'))
  })
}

test('a run that fails does not end it', async () => {
  let runs = 0
  const ring = coalesced(() => {
    runs += 1
    return Promise.reject(new Error('lost'))
  }, 1)
  ring()
  await wait(20)
  ring()
  assert.equal(runs, 2)
})
