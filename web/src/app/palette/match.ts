// Decides which texts match what the user types, and how well.

/** Returns lower-case letters without accents, so that "resume" finds "Résumé". */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/**
 * Returns 0 if the title begins with the query, 1 if one of its words does, 2 for another match, and undefined for none.
 * Further words, such as a company, match only from their beginning.
 */
export function rankOf(query: string, title: string, words = ''): number | undefined {
  const [wanted, name] = [fold(query), fold(title)]
  if (name.startsWith(wanted)) return 0
  if (` ${name}`.includes(` ${wanted}`)) return 1
  const further = ` ${fold(words)}`
  const isMatch = (word: string) => name.includes(word) || further.includes(` ${word}`)
  return wanted.split(/\s+/).every(isMatch) ? 2 : undefined
}

/** Returns the items that match at least that well, the best ones first. Equal ones keep their order. */
export function bestMatches<Item extends { title: string; words?: string }>(
  query: string,
  items: readonly Item[],
  worstRank = 2,
): Item[] {
  return items
    .flatMap((item) => {
      const rank = rankOf(query, item.title, item.words)
      return rank === undefined || rank > worstRank ? [] : [{ item, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** Cuts a text into the parts before, inside and after the first match of the query. */
export function splitAtMatch(text: string, query: string): [string, string, string] {
  const start = query ? text.toLowerCase().indexOf(query.toLowerCase()) : -1
  if (start < 0) return [text, '', '']
  const end = start + query.length
  return [text.slice(0, start), text.slice(start, end), text.slice(end)]
}
