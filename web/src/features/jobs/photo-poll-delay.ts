/** In milliseconds. */
const minute = 60_000
const soonest = 2000

/**
 * Until photos are looked for again. Those of a new job come a moment after it, and nothing tells of them: everybody who
 * sees it looks, so the longer none came, the more seldom.
 */
export function untilNextLook(newestAt: number, now: number) {
  const age = now - newestAt
  return age < minute ? Math.max(soonest, age) : minute
}
