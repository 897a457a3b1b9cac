import { nice, ticks as ticksOf } from 'd3-array'
import type { ChartData } from './chart-data.ts'

const usualHeight = 208
const edge = { top: 10, bottom: 26, right: 12 }
const digitWidth = 7

/** Lines go from edge to edge, and each bar is in the middle of its band. */
export type Shape = 'line' | 'bars'

/** Calculates the positions of everything on a chart with this width. */
export function makePlot(data: ChartData, width: number, shape: Shape = 'line') {
  const { labels, series, format, formatTick = format, upTo = 1, height = usualHeight } = data
  const highest = Math.max(
    upTo,
    ...series.flatMap(({ values, before = [] }) => [...values, ...before].map((each) => each ?? 0)),
  )
  // Start at zero, so that a small change does not look large.
  const [lowest, top] = nice(0, highest, 4)
  const bottom = height - edge.bottom
  const y = (value: number) => bottom - (value / top) * (bottom - edge.top)
  const ticks = ticksOf(lowest, top, 4).map((value) => ({
    value,
    y: y(value),
    text: formatTick(value),
  }))
  const left = Math.max(...ticks.map(({ text }) => text.length)) * digitWidth + 12
  const right = Math.max(left + 1, width - edge.right)
  const last = labels.length - 1
  const inset = shape === 'bars' ? 0.5 : 0
  const step = (right - left) / Math.max(1, last + 2 * inset)
  const x = (index: number) => left + (index + inset) * step
  const draw = (values: (number | null)[]) => lineThrough(values, x, y)
  return {
    width,
    height,
    step,
    ticks,
    left,
    right,
    bottom,
    x,
    y,
    /** Returns the index of the point closest to an x coordinate. */
    nearest: (at: number) => Math.min(last, Math.max(0, Math.round((at - left) / step - inset))),
    paths: series.map(({ values }) => draw(values)),
    formerPaths: series.map(({ before = [] }) => draw(before)),
    shown: shownLabels(labels, right - left),
  }
}

export type Plot = ReturnType<typeof makePlot>

/** Returns an SVG path of straight lines, which a gap interrupts. */
function lineThrough(
  values: (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
) {
  const steps = values.map((value, index) => {
    if (value === null) return ''
    const begins = (values[index - 1] ?? null) === null
    return `${begins ? 'M' : 'L'}${x(index)},${y(value)}`
  })
  return steps.join('')
}

/** Returns as many labels as fit, always including the last one. */
function shownLabels(labels: string[], width: number) {
  // Reserve one and a half times the width of a label, because the outermost labels are shifted inward.
  const widest = Math.max(1, ...labels.map((label) => label.length)) * digitWidth * 1.5 + 8
  const step = Math.max(1, Math.ceil((labels.length * widest) / Math.max(width, 1)))
  const offset = (labels.length - 1) % step
  return labels
    .map((text, index) => ({ text, index }))
    .filter(({ index }) => index % step === offset)
}

/** A point between two gaps is drawn as a dot, because no line reaches it. */
export function isAlone(values: (number | null)[], index: number) {
  const isGap = (at: number) => (values[at] ?? null) === null
  return !isGap(index) && isGap(index - 1) && isGap(index + 1)
}
