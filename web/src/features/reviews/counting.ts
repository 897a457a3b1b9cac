import { formatDay } from '#lib/format.ts'

/** Explains why a review does not count toward the rating. Returns '' if the review counts. */
export function describeCounting(countsFrom: string | null, now: Date) {
  if (countsFrom === null)
    return "It doesn't count toward the rating: one review of each facility counts in 30 days."
  return isWaiting(countsFrom, now)
    ? `It counts toward the rating from ${formatDay(countsFrom)}, or once the consultant confirms the consultation.`
    : ''
}

/** The page's clock may be up to a minute slow. */
const toleranceMs = 60_000

export function isWaiting(countsFrom: string | null, now: Date) {
  return countsFrom !== null && new Date(countsFrom).getTime() > now.getTime() + toleranceMs
}
