import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type ChartData, readingText } from './chart-data.ts'
import { isAlone, makePlot } from './plot.ts'

const months = ['January', 'February', 'March', 'April', 'May']

function chartOf(values: (number | null)[], overrides: Partial<ChartData> = {}): ChartData {
  const series = [{ name: 'Jobs', values }]
  const labels = months.slice(0, values.length)
  return { title: 'Jobs', labels, labelHead: 'Month', series, format: String, ...overrides }
}

function pathOf(values: (number | null)[]) {
  return makePlot(chartOf(values), 600).paths[0] ?? ''
}

const pieces = (path: string) => path.match(/M[^M]*/g) ?? []
const heights = (path: string) => [...path.matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y))

// @covers screens.consultant.chart-gaps
test('a gap breaks the line in two', () => {
  assert.equal(pieces(pathOf([1, 2, null, 4, 5])).length, 2)
})

test('a line without a gap is one piece through every month', () => {
  const path = pathOf([1, 2, 3, 4, 5])
  assert.equal(pieces(path).length, 1)
  assert.equal(heights(path).length, 5)
})

// @covers screens.consultant.chart-gaps
test('zero is a point on the base line, not a gap', () => {
  const { bottom, y, paths } = makePlot(chartOf([3, 0, 3]), 600)
  assert.equal(y(0), bottom)
  assert.equal(heights(paths[0] ?? '')[1], bottom)
})

test('a line of zeros lies on the base line of a scale with a height', () => {
  const { bottom, ticks, paths } = makePlot(chartOf([0, 0, 0]), 600)
  assert.deepEqual(heights(paths[0] ?? ''), [bottom, bottom, bottom])
  assert.ok(Math.max(...ticks.map(({ value }) => value)) >= 1)
})

test('a line of gaps draws nothing', () => {
  assert.equal(pathOf([null, null, null]), '')
})

test('a single month is at the left edge, inside the drawing', () => {
  const { x, left, shown } = makePlot(chartOf([5]), 600)
  assert.equal(x(0), left)
  assert.deepEqual(shown, [{ text: 'January', index: 0 }])
})

test('without months the drawing is empty', () => {
  const { paths, shown } = makePlot(chartOf([]), 600)
  assert.deepEqual(paths, [''])
  assert.deepEqual(shown, [])
})

test('the scale begins at zero and reaches its minimum height', () => {
  const { ticks } = makePlot(chartOf([4.1, 4.2], { upTo: 5 }), 600)
  assert.equal(ticks[0]?.value, 0)
  assert.equal(ticks.at(-1)?.value, 5)
})

test('a narrow chart leaves out some labels, but never the last one', () => {
  const { shown } = makePlot(chartOf([1, 2, 3, 4, 5]), 220)
  assert.ok(shown.length < 5)
  assert.equal(shown.at(-1)?.text, 'May')
})

test('a value between two gaps is alone, and so is a single value, but a gap is not', () => {
  const values = [1, null, 3, null, 5, 6]
  const isolated = values.map((_, index) => isAlone(values, index))
  assert.deepEqual(isolated, [true, false, true, false, false, false])
  assert.equal(isAlone([7], 0), true)
})

test('a point is read with its label, and a gap is read as no data', () => {
  const chart = chartOf([0, null])
  assert.equal(readingText(chart, 0), 'January: 0')
  assert.equal(readingText(chart, 1), 'February: no data')
})

test('with several lines, each value is read with the name of its line', () => {
  const bids = { name: 'Bids', values: [30] }
  const twoLines = chartOf([12], { series: [{ name: 'Jobs', values: [12] }, bids] })
  assert.equal(readingText(twoLines, 0), 'January: Jobs 12, Bids 30')
})

test('each bar is in the middle of its band', () => {
  const { x, left, right, nearest } = makePlot(chartOf([1, 2, 3, 4]), 600, 'bars')
  const band = (right - left) / 4
  for (const index of [0, 1, 2, 3]) {
    assert.ok(Math.abs(x(index) - (left + (index + 0.5) * band)) < 0.001)
    assert.equal(nearest(left + index * band + 1), index)
    assert.equal(nearest(left + (index + 1) * band - 1), index)
  }
})
