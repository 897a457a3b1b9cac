import { useLocation } from 'react-router'
import { type ChatAddress, pathOf, threadOf } from '../address.ts'
import { useOutbox } from './outboxes.ts'
import type { Outgoing, Queue } from './outbox.ts'

/** The way to a message that was refused; nothing, where there is none, or it is in sight. */
export function useRefused(userId: string, isFacility: boolean): string | undefined {
  const { queue } = useOutbox(userId)
  const { pathname, search } = useLocation()
  const address = firstRefused(queue, userId, isFacility)
  if (!address) return undefined
  const shown = new URLSearchParams(search)
  const [path = '', asked] = pathOf(address).split('?with=')
  const isAlone = pathname === path && [null, asked].includes(shown.get('with'))
  const isInInbox = pathname === '/inbox' && shown.get('thread') === threadOf(address)
  return isAlone || isInInbox ? undefined : pathOf(address)
}

// What has not gone out yet, as the list and the frame tell it.

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
  return refused && subjectAddressOf(refused, isFacility ? refused.recipientId : me)
}

function subjectAddressOf({ jobId, consultationId }: Outgoing, contractorId: string): ChatAddress {
  if (jobId) return { kind: 'job', jobId, contractorId }
  return { kind: 'consultation', consultationId: consultationId ?? '' }
}
