import type { WaitingKind, WaitingThing } from './waiting.ts'

export type HandledHere = Partial<Record<WaitingKind, (thing: WaitingThing) => void>>

/** Where admins see to it; everything else has a conversation about it. */
export function placeOf(thing: WaitingThing, isFacility: boolean): string {
  if (thing.kind === 'demo_request') return '/admin/demo-requests'
  if (thing.kind === 'newcomer') return '/admin/newcomers'
  if (thing.kind === 'job_without_bids') return `/admin/jobs?job=${thing.id}`
  if (thing.kind === 'unsent_mails') return '/admin/mails'
  return chatAbout(thing, isFacility)
}

function chatAbout(thing: WaitingThing, isFacility: boolean) {
  const { job_id: job, consultation_id: consultation, other_id: other } = thing
  if (consultation) return `/chat/consultation/${consultation}`
  return isFacility && other ? `/chat/job/${job}?with=${other}` : `/chat/job/${job}`
}
