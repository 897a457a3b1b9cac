import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Failure } from '../errors.ts'
import { fetchPage } from './list-page.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Creates a list of `count` rows and records the requests for it. */
function listOf(count: number, pastTheEnd: 'refused' | 'empty') {
  const requestedStarts: number[] = []
  const fetchRange = (from: number, to: number) => {
    requestedStarts.push(from)
    const data = numbers(count).slice(from, to + 1)
    const isRefused = pastTheEnd === 'refused' && from > 0 && from >= count
    return Promise.resolve(
      isRefused
        ? { data: null, error: { code: 'PGRST103' }, count: null, status: 416 }
        : { data, error: null, count, status: 206 },
    )
  }
  return { fetchRange, requestedStarts }
}

test('a page has its rows and the total', async () => {
  const { fetchRange, requestedStarts } = listOf(12, 'refused')
  assert.deepEqual(await fetchPage({ page: 2, size: 5 }, fetchRange), {
    rows: [5, 6, 7, 8, 9],
    total: 12,
    hasMore: false,
    page: 2,
  })
  assert.deepEqual(requestedStarts, [5])
})

for (const pastTheEnd of ['refused', 'empty'] as const) {
  test(`a page past the end becomes the last page if the response is ${pastTheEnd}`, async () => {
    const { fetchRange } = listOf(12, pastTheEnd)
    assert.deepEqual(await fetchPage({ page: 99, size: 5 }, fetchRange), {
      rows: [10, 11],
      total: 12,
      hasMore: false,
      page: 3,
    })
  })

  test(`a later page of an empty list becomes the first page if the response is ${pastTheEnd}`, async () => {
    const { fetchRange } = listOf(0, pastTheEnd)
    assert.deepEqual(await fetchPage({ page: 3, size: 5 }, fetchRange), {
      rows: [],
      total: 0,
      hasMore: false,
      page: 1,
    })
  })
}

test('any other refusal is thrown with its code', async () => {
  const error = { code: '42501', message: 'permission denied' }
  const refused = fetchPage({ page: 1, size: 5 }, () =>
    Promise.resolve({ data: null, error, count: null, status: 403 }),
  )
  await assert.rejects(refused, (thrown: unknown) => {
    return thrown instanceof Failure && thrown.code === '42501' && thrown.status === 403
  })
})
