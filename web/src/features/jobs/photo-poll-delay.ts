const maxDelayMs = 60_000
const minDelayMs = 2000

/**
 * Returns the time until the next poll for photos. Most photos arrive shortly after their job, so the delay grows with
 * the age of the newest job.
 */
export function photoPollDelayMs(newestAt: number, now: number) {
  const ageMs = now - newestAt
  return ageMs < maxDelayMs ? Math.max(minDelayMs, ageMs) : maxDelayMs
}
