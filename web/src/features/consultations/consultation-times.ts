import { nameOf, formatTimeInZone, type ProfileNames } from '#lib/format.ts'

type Clock = { time_zone: string } | null

/** When it is by the clock of the profile that looks and, where that differs, by the one of the other side. */
export function formatBothTimes(at: string, mine: Clock, theirs: (ProfileNames & Clock) | null): string[] {
  const moment = new Date(at)
  const here = mine ? [formatTimeInZone(moment, mine.time_zone)] : []
  const there = theirs ? formatTimeInZone(moment, theirs.time_zone) : undefined
  if (there === undefined || here.includes(there)) return here
  return [...here, `For ${nameOf(theirs)}: ${there}`]
}
