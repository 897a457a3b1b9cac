// What has not gone out yet, as the list and the frame tell it.
import type { ChatAddress } from '../chat/address.ts'
import type { Outgoing, Queue } from '../conversation/outbox.ts'

export interface Unsent {
  state: 'Not sent' | 'Waiting'
  content: string
}

/** The worst of a conversation: what was refused waits for a person, what is held up for the line. */
export function unsentIn({ outgoing, heldUp }: Queue, conversationId: string): Unsent | undefined {
  const own = outgoing.filter((one) => one.conversationId === conversationId)
  const refused = own.find(({ refusal }) => refusal !== undefined)
  if (refused) return { state: 'Not sent', content: refused.content }
  const [waiting] = heldUp.has(conversationId) ? own : []
  return waiting && { state: 'Waiting', content: waiting.content }
}

/** Where the oldest refused message is, for whoever wrote it. */
export function firstRefused(
  { outgoing }: Queue,
  me: string,
  isFacility: boolean,
): ChatAddress | undefined {
  const refused = outgoing.find(({ refusal }) => refusal !== undefined)
  return refused && addressOf(refused, isFacility ? refused.recipientId : me)
}

function addressOf({ jobId, consultationId }: Outgoing, contractorId: string): ChatAddress {
  if (jobId) return { kind: 'job', jobId, contractorId }
  return { kind: 'consultation', consultationId: consultationId ?? '' }
}
