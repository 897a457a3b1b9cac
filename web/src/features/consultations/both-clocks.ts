import { timeInZone } from '#lib/format/moment.ts'
import { type Named, nameOf } from '#lib/format/name.ts'

type Clock = { time_zone: string } | null

/** When it is by the clock of the profile that looks and, where that differs, by the one of the other side. */
export function bothClocks(at: string, mine: Clock, theirs: (Named & Clock) | null): string[] {
  const moment = new Date(at)
  const here = mine ? [timeInZone(moment, mine.time_zone)] : []
  const there = theirs ? timeInZone(moment, theirs.time_zone) : undefined
  if (there === undefined || here.includes(there)) return here
  return [...here, `For ${nameOf(theirs)}: ${there}`]
}
