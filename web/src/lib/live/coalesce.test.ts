import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { backgroundRefresher, coalesced, withCooldown } from './coalesce.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a burst of calls runs the task once at its start and once at its end', async () => {
  const run = vi.fn(async () => undefined)
  const call = coalesced(run, 20)
  call()
  expect(run).toHaveBeenCalledTimes(1)
  for (let index = 0; index < 50; index += 1) call()
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60)
  expect(run).toHaveBeenCalledTimes(2)
})

test('a call during a run waits for the end of the run', async () => {
  const runEnds = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run = vi.fn(async () => runEnds[run.mock.calls.length - 1]?.promise)
  const call = coalesced(run, 1)
  call()
  call()
  await vi.advanceTimersByTimeAsync(20)
  expect(run).toHaveBeenCalledTimes(1)
  runEnds[0]?.resolve()
  await vi.advanceTimersByTimeAsync(150)
  expect(run).toHaveBeenCalledTimes(2)
})

const cooldowns = [
  { runMs: 1000, restMs: 3000, fails: false },
  { runMs: 1000, restMs: 3000, fails: true },
  { runMs: 60_000, restMs: 10_000, fails: false },
]
for (const { runMs, restMs, fails } of cooldowns) {
  const outcome = fails ? 'fails' : 'ends'
  test(`a run that ${outcome} after ${runMs} ms has a cooldown of ${restMs} ms`, async () => {
    const run = Promise.withResolvers<void>()
    const onCooldownEnd = vi.fn()
    void withCooldown(() => run.promise).then(onCooldownEnd, onCooldownEnd)
    await vi.advanceTimersByTimeAsync(runMs)
    if (fails) run.reject(new Error('lost'))
    else run.resolve()
    await vi.advanceTimersByTimeAsync(restMs - 1)
    expect(onCooldownEnd).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onCooldownEnd.mock.calls).toEqual([fails ? [new Error('lost')] : [undefined]])
  })
}

test('a run that fails does not stop later runs', async () => {
  const run = vi.fn(() => Promise.reject(new Error('lost')))
  const call = coalesced(run, 1)
  call()
  await vi.advanceTimersByTimeAsync(20)
  call()
  expect(run).toHaveBeenCalledTimes(2)
})

describe('changes by other users', () => {
  const calls = (keys: string[][]) => {
    const refetch = vi.fn(async () => undefined)
    const refresh = backgroundRefresher(refetch)
    for (const key of keys) refresh(key)
    return refetch
  }

  test('within a short time cause one refetch of each key', async () => {
    const refetch = calls([['jobs'], ['bids'], ['jobs'], ['bids']])
    await vi.advanceTimersByTimeAsync(5000)
    expect(refetch.mock.calls).toEqual([[['jobs']], [['bids']]])
  })

  test('cause no separate refetch of a key that another key includes', async () => {
    const refetch = calls([['jobs', 'posted'], ['jobs'], ['messages', 'unread']])
    await vi.advanceTimersByTimeAsync(5000)
    expect(refetch.mock.calls).toEqual([[['jobs']], [['messages', 'unread']]])
  })

  test('after that time cause another refetch', async () => {
    const refetch = vi.fn(async () => undefined)
    const refresh = backgroundRefresher(refetch)
    refresh(['jobs'])
    await vi.advanceTimersByTimeAsync(100)
    refresh(['jobs'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(refetch).toHaveBeenCalledTimes(2)
  })
})
