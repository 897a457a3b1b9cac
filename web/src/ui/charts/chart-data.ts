/** One line of a chart; where nothing is known there is null, and the line has a gap. */
interface Series {
  name: string
  values: (number | null)[]
  /** Of the period before, point by point: a quieter line. */
  before?: (number | null)[]
}

export interface ChartData {
  /** "Monthly earnings" */
  title: string
  /** What it comes to, in sentences. */
  summary?: string[]
  /** How the period before is called: "the 7 days before". */
  beforeName?: string
  /** What the points are called, from left to right: months, days. */
  labels: string[]
  /** What stands over the labels in the table: "Month". */
  labelHead: string
  series: Series[]
  format: (value: number) => string
  /** The least that the scale reaches up to: 5 for stars. */
  upTo?: number
}

/** Told apart without colour as well. */
export const dashes = ['', '7 4', '2 4']

export function colourOf(index: number) {
  return `var(--chart-${(index % 6) + 1})`
}

/** What a point says when it is read: "March: Jobs 12, Bids 30". */
export function readingOf(data: ChartData, index: number) {
  const { labels, series } = data
  const values = series.map((line) => {
    const text = valueOf(data, line, index)
    return series.length > 1 ? `${line.name} ${text}` : text
  })
  return `${labels[index] ?? ''}: ${values.join(', ')}`
}

/** "12", or "12, 9 before". */
export function valueOf({ format }: ChartData, { values, before }: Series, index: number) {
  const value = values[index] ?? null
  const text = value === null ? 'no data' : format(value)
  const former = before?.[index] ?? null
  return former === null ? text : `${text}, ${format(former)} before`
}

export interface Slice {
  name: string
  value: number
}

const mostShares = 6
const rest = 'Other'
const gatheredName = 'Other and smaller kinds'

/** As many slices as there are colours: the last gathers all that come after the fifth, and "Other". */
export function sharesOf(slices: Slice[]): Slice[] {
  if (slices.length <= mostShares) return slices
  const named = slices.filter(({ name }) => name !== rest).slice(0, mostShares - 1)
  const gathered = slices.filter((slice) => !named.includes(slice))
  return [...named, { name: gatheredName, value: sumOf(gathered) }]
}

export function sumOf(slices: Slice[]): number {
  return slices.reduce((sum, { value }) => sum + value, 0)
}
