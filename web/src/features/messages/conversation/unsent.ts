import { useLocation } from 'react-router'
import { type ChatAddress, chatPath, threadName } from '../address.ts'
import type { OutboxState, OutgoingMessage } from './outbox.ts'
import { useOutbox } from './outboxes.ts'

/** Returns the path of the chat with the oldest refused message, unless that chat is already open. */
export function useRefusedMessagePath(userId: string, isFacility: boolean): string | undefined {
  const { outboxState } = useOutbox(userId)
  const { pathname, search } = useLocation()
  const address = findFirstRefused(outboxState, userId, isFacility)
  if (!address) return undefined
  const shown = new URLSearchParams(search)
  const [path = '', asked] = chatPath(address).split('?with=')
  const isAlone = pathname === path && [null, asked].includes(shown.get('with'))
  const isInInbox = pathname === '/inbox' && shown.get('thread') === threadName(address)
  return isAlone || isInInbox ? undefined : chatPath(address)
}

export interface Unsent {
  state: 'Not sent' | 'Waiting'
  content: string
}

/** Finds an unsent message. Refused messages come first, because only the user can resolve them. */
export function findUnsent(
  { outgoing, heldUp }: OutboxState,
  conversationId: string,
): Unsent | undefined {
  const own = outgoing.filter((one) => one.conversationId === conversationId)
  const refused = own.find(({ refusal }) => refusal !== undefined)
  if (refused) return { state: 'Not sent', content: refused.content }
  const [waiting] = heldUp.has(conversationId) ? own : []
  return waiting && { state: 'Waiting', content: waiting.content }
}

/** Finds the conversation of the oldest refused message. */
export function findFirstRefused(
  { outgoing }: OutboxState,
  me: string,
  isFacility: boolean,
): ChatAddress | undefined {
  const refused = outgoing.find(({ refusal }) => refusal !== undefined)
  return refused && subjectAddressOf(refused, isFacility ? refused.recipientId : me)
}

function subjectAddressOf(
  { jobId, consultationId }: OutgoingMessage,
  contractorId: string,
): ChatAddress {
  if (jobId) return { kind: 'job', jobId, contractorId }
  return { kind: 'consultation', consultationId: consultationId ?? '' }
}
