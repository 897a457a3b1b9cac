// Finds similar names for the hints in errors.
export function closestName(
  name: string,
  others: Iterable<string>,
  minSimilarity = 0.75,
): string | undefined {
  let best: string | undefined
  let bestScore = minSimilarity
  for (const other of others) {
    const score = similarity(name, other, minSimilarity)
    if (score >= bestScore && score < 1) [best, bestScore] = [other, score]
  }
  return best
}

function similarity(one: string, other: string, minSimilarity: number) {
  const longest = Math.max(one.length, other.length)
  // Skip names whose lengths differ too much, and names that are longer than any identifier in PostgreSQL.
  if (Math.abs(one.length - other.length) > longest * (1 - minSimilarity) || longest > 63) return 0
  return 1 - editDistance(one, other) / longest
}

/** Returns the Levenshtein distance, which is the smallest number of letters to change, add or remove. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1]
    for (let at = 0; at < other.length; at += 1) {
      const replaced = (row[at] ?? 0) + (one.charAt(index) === other.charAt(at) ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/**
 * Suggests the most similar column, as PostgreSQL does. Returns two equally similar columns, but none if there are
 * more.
 */
export function closestColumns(name: string, columns: Iterable<string>): string[] {
  let best: string[] = []
  let maxDistance = Math.min(3, Math.floor(name.length / 2))
  for (const column of columns) {
    if (Math.abs(column.length - name.length) > maxDistance) continue
    const distance = editDistance(name, column)
    if (distance > maxDistance) continue
    if (distance < maxDistance) best = []
    best.push(column)
    maxDistance = distance
  }
  return best.length > 2 ? [] : best
}
