/** As PostgreSQL writes a time that never comes. */
const never = 'infinity'

export function isForGood(until: string | null) {
  return until === never
}

export function isBanned(until: string | null, now = new Date()) {
  return until !== null && (isForGood(until) || new Date(until) > now)
}
