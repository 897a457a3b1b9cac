// The Cache-Control header of a request. It is for caches, and a replica is one: max-stale says how old an answer may be.

/** In seconds; undefined where only what is so now will do. What cannot be read says nothing. */
export function mostStale(header: string | undefined): number | undefined {
  const words = (header ?? '').split(',').map((word) => word.trim().toLowerCase())
  if (words.includes('no-cache')) return undefined
  const wishes = words.map(staleness).filter((seconds) => seconds !== undefined)
  return wishes.length > 0 ? Math.min(...wishes) : undefined
}

function staleness(word: string) {
  if (word === 'max-stale') return Infinity
  const seconds = /^max-stale=(?:(\d+)|"(\d+)")$/u.exec(word)
  return seconds ? Number(seconds[1] ?? seconds[2]) : undefined
}
