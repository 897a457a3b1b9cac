import { formatTimeInZone, nameOf, type ProfileNames } from '#lib/format.ts'

type Clock = { time_zone: string } | null

/** Formats the time in the user's time zone, and in the other party's if the text differs. */
export function formatBothTimes(
  at: string,
  mine: Clock,
  theirs: (ProfileNames & Clock) | null,
): string[] {
  const moment = new Date(at)
  const here = mine ? [formatTimeInZone(moment, mine.time_zone)] : []
  const there = theirs ? formatTimeInZone(moment, theirs.time_zone) : undefined
  if (there === undefined || here.includes(there)) return here
  return [...here, `For ${nameOf(theirs)}: ${there}`]
}
