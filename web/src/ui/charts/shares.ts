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
