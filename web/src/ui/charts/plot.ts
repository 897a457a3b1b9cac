import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import type { ChartData } from './series.ts'

export const height = 208
const edge = { top: 10, bottom: 26, right: 12 }
const digitWidth = 7

/** Where everything stands on a chart of this width. */
export function plotOf({ labels, series, format, upTo = 1 }: ChartData, width: number) {
  const highest = Math.max(
    upTo,
    ...series.flatMap(({ values }) => values.map((value) => value ?? 0)),
  )
  // From zero, or a small change would look like a large one.
  const y = scaleLinear([0, highest], [height - edge.bottom, edge.top]).nice(4)
  const ticks = y.ticks(4).map((value) => ({ value, y: y(value), text: format(value) }))
  const left = Math.max(...ticks.map(({ text }) => text.length)) * digitWidth + 12
  const last = Math.max(1, labels.length - 1)
  const x = scaleLinear([0, last], [left, Math.max(left + 1, width - edge.right)])
  const draw = line<number | null>(
    (_, index) => x(index),
    (value) => y(value ?? 0),
  ).defined((value) => value !== null)
  return {
    ticks,
    left,
    right: x(last),
    bottom: height - edge.bottom,
    x,
    y,
    paths: series.map(({ values }) => draw(values) ?? ''),
    shown: shownLabels(labels, x(last) - left),
  }
}

export type Plot = ReturnType<typeof plotOf>

/** As many labels as fit beside each other, the last one always among them. */
function shownLabels(labels: string[], width: number) {
  const widest = Math.max(1, ...labels.map((label) => label.length)) * digitWidth + 16
  const step = Math.max(1, Math.ceil((labels.length * widest) / Math.max(width, 1)))
  const offset = (labels.length - 1) % step
  return labels
    .map((text, index) => ({ text, index }))
    .filter(({ index }) => index % step === offset)
}

/** A point alone between two gaps has no line to stand on. */
export function isAlone(values: (number | null)[], index: number) {
  const isGap = (at: number) => (values[at] ?? null) === null
  return !isGap(index) && isGap(index - 1) && isGap(index + 1)
}
