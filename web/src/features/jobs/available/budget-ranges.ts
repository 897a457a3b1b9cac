/** What a budget is looked for by, as it stands in the address: "1000-5000". */
export const budgetRanges = [
  { value: '', label: 'Any budget' },
  { value: '0-1000', label: 'Up to $1,000' },
  { value: '1000-5000', label: '$1,000 to $5,000' },
  { value: '5000-20000', label: '$5,000 to $20,000' },
  { value: '20000-', label: '$20,000 and more' },
]

export function budgetRange(text: string) {
  const [least = '', most = ''] = text.split('-')
  return { least: Number(least), most: Number(most) }
}
