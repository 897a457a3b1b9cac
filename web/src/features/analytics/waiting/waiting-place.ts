import type { WaitingKind, WaitingThing } from './waiting.ts'

export type HandledHere = Partial<Record<WaitingKind, (thing: WaitingThing) => void>>

/** The conversation about it. */
export function chatAbout(thing: WaitingThing, isFacility: boolean): string {
  const { job_id: job, consultation_id: consultation, other_id: other } = thing
  if (consultation) return `/chat/consultation/${consultation}`
  return isFacility && other ? `/chat/job/${job}?with=${other}` : `/chat/job/${job}`
}
