// "Perhaps you meant": the name that is closest to one that does not exist.
export function closest(
  name: string,
  others: Iterable<string>,
  atLeast = 0.75,
): string | undefined {
  let best: string | undefined
  let bestScore = atLeast
  for (const other of others) {
    const score = similarity(name, other, atLeast)
    if (score >= bestScore && score < 1) [best, bestScore] = [other, score]
  }
  return best
}

function similarity(one: string, other: string, atLeast: number) {
  const longest = Math.max(one.length, other.length)
  // Too different in length to be close: not worth the work.
  if (Math.abs(one.length - other.length) > longest * (1 - atLeast) || longest > 63) return 0
  return 1 - distance(one, other) / longest
}

/** How many letters have to be changed, added or left out. */
function distance(one: string, other: string): number {
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

/** As PostgreSQL suggests columns: those nearest in letters; none where it would be far off, or one of many. */
export function closestColumns(name: string, columns: Iterable<string>): string[] {
  let best: string[] = []
  let atMost = Math.min(3, Math.floor(name.length / 2))
  for (const column of columns) {
    if (Math.abs(column.length - name.length) > atMost) continue
    const letters = distance(name, column)
    if (letters > atMost) continue
    if (letters < atMost) best = []
    best.push(column)
    atMost = letters
  }
  return best.length > 2 ? [] : best
}
