/** One line of a chart; where nothing is known there is null, and the line has a gap. */
interface Series {
  name: string
  values: (number | null)[]
}

export interface ChartData {
  /** "Monthly earnings" */
  title: string
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
export function readingOf({ labels, series, format }: ChartData, index: number) {
  const values = series.map(({ name, values: line }) => {
    const value = line[index] ?? null
    const text = value === null ? 'no data' : format(value)
    return series.length > 1 ? `${name} ${text}` : text
  })
  return `${labels[index] ?? ''}: ${values.join(', ')}`
}
