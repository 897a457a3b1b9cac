import assert from 'node:assert/strict'
import { test } from 'vitest'
import { colorOf, isWorthDrawing, type Slice, sumOf, toShares } from './chart-data.ts'

const slicesOf = (...slices: [name: string, value: number][]): Slice[] =>
  slices.map(([name, value]) => ({ name, value }))

test('six slices stay as they are', () => {
  const sixSlices = slicesOf(['A', 6], ['B', 5], ['Other', 4], ['C', 3], ['D', 2], ['E', 1])
  assert.deepEqual(toShares(sixSlices), sixSlices)
})

test('all slices after the fifth share the sixth', () => {
  const eightSlices = slicesOf(
    ['A', 8],
    ['B', 7],
    ['C', 6],
    ['D', 5],
    ['E', 4],
    ['F', 3],
    ['G', 2],
    ['H', 1],
  )
  assert.deepEqual(
    toShares(eightSlices),
    slicesOf(['A', 8], ['B', 7], ['C', 6], ['D', 5], ['E', 4], ['All other categories', 6]),
  )
})

test('a slice with the name Other joins them from any position', () => {
  const sevenSlices = slicesOf(
    ['A', 7],
    ['Other', 6],
    ['B', 5],
    ['C', 4],
    ['D', 3],
    ['E', 2],
    ['F', 1],
  )
  assert.deepEqual(
    toShares(sevenSlices),
    slicesOf(['A', 7], ['B', 5], ['C', 4], ['D', 3], ['E', 2], ['All other categories', 7]),
  )
})

test('seven slices have different colors, and their sum stays the same', () => {
  const sevenSlices = slicesOf(['A', 7], ['B', 6], ['C', 5], ['D', 4], ['E', 3], ['F', 2], ['G', 1])
  const shares = toShares(sevenSlices)
  assert.equal(new Set(shares.map((_, index) => colorOf(index))).size, shares.length)
  assert.equal(sumOf(shares), sumOf(sevenSlices))
})

test('a chart is drawn if it has three points, and a value in this period or in the one before', () => {
  const chart = (values: number[], before: number[] = []) => ({
    title: 'Bids',
    labelHead: 'Day',
    labels: values.map((_, index) => `Nov ${index + 1}`),
    format: String,
    series: [{ name: 'Bids', values, before }],
  })
  assert.equal(isWorthDrawing(chart([0, 2, 0])), true)
  assert.equal(isWorthDrawing(chart([0, 0, 0], [0, 1, 0])), true)
  assert.equal(isWorthDrawing(chart([0, 0, 0])), false)
  assert.equal(isWorthDrawing(chart([3, 2])), false)
  assert.equal(isWorthDrawing({ ...chart([0, 0, 0]), isAlwaysDrawn: true }), true)
})
