/** A null value leaves a gap in the line. */
interface Series {
  name: string
  values: (number | null)[]
  /** The values of the previous period, drawn as a fainter line. */
  before?: (number | null)[]
}

export interface ChartData {
  title: string
  /** Sentences that summarize the chart. */
  summary?: string[]
  /** The name of the previous period, such as "the previous 7 days". */
  beforeName?: string
  /** The names of the points from left to right, such as months or days. */
  labels: string[]
  /** The header of the label column, such as "Month". */
  labelHead: string
  series: Series[]
  format: (value: number) => string
  /** Writes the values of the axis, if they are shorter than those of the table. */
  formatTick?: (value: number) => string
  /** The height of the drawing in pixels, if it is not the usual one. */
  height?: number
  /** Whether the drawing stays even if it has no value. */
  isAlwaysDrawn?: boolean
  /** The scale reaches at least this value, such as 5 for stars. */
  upTo?: number
}

/** The smallest number of points that a drawing shows better than the sentences above it. */
const minPoints = 3

/** Returns whether there is anything to draw. */
export function isWorthDrawing({ labels, series, isAlwaysDrawn = false }: ChartData) {
  const isValue = (value: number | null) => value !== null && value !== 0
  const hasValue = series.some(({ values, before = [] }) => [...values, ...before].some(isValue))
  return isAlwaysDrawn || (labels.length >= minPoints && hasValue)
}

/** The dash patterns, which distinguish the lines without color. */
export const dashes = ['', '7 4', '2 4']

export function colorOf(index: number) {
  return `var(--chart-${(index % 6) + 1})`
}

/** Returns the text of a point, such as "March: Jobs 12, Bids 30". */
export function readingText(data: ChartData, index: number) {
  const { labels, series } = data
  const values = series.map((line) => {
    const text = valueText(data, line, index)
    return series.length > 1 ? `${line.name} ${text}` : text
  })
  return `${labels[index] ?? ''}: ${values.join(', ')}`
}

/** Returns a text such as "12" or "12, 9 before". */
export function valueText({ format }: ChartData, { values, before }: Series, index: number) {
  const value = values[index] ?? null
  const text = value === null ? 'no data' : format(value)
  const former = before?.[index] ?? null
  return former === null ? text : `${text}, ${format(former)} before`
}

export interface Slice {
  name: string
  value: number
}

const maxShares = 6
const rest = 'Other'
const gatheredName = 'All other categories'

/** Returns at most six slices, one for each color. The sixth slice adds up the rest. */
export function toShares(slices: Slice[]): Slice[] {
  if (slices.length <= maxShares) return slices
  const shown = slices.filter(({ name }) => name !== rest).slice(0, maxShares - 1)
  const gathered = slices.filter((slice) => !shown.includes(slice))
  return [...shown, { name: gatheredName, value: sumOf(gathered) }]
}

export function sumOf(slices: Slice[]): number {
  return slices.reduce((sum, { value }) => sum + value, 0)
}
