import { supabase } from '#lib/supabase.ts'
import { Outbox } from './outbox.ts'
import { postOf } from './send-message.ts'
import { shelfOf } from './outbox-storage.ts'
import { useEffect, useSyncExternalStore } from 'react'
import type { Conversation } from './conversation.ts'

const outboxes = new Map<string, Outbox>()

/** The one queue of a person in this tab. */
export function outboxOf(userId: string): Outbox {
  const outbox = outboxes.get(userId) ?? makeOutbox(userId)
  outboxes.set(userId, outbox)
  return outbox
}

/** Whoever left this page leaves nothing of what they wrote in it. */
export function leaveOutbox(userId: string) {
  outboxes.delete(userId)
}

function makeOutbox(userId: string) {
  return new Outbox({
    shelf: shelfOf(userId),
    post: postOf(supabase, userId),
    exclusively: (conversationId, task) =>
      navigator.locks.request(`outgoing of ${userId} in ${conversationId}`, task),
    onSent: ({ conversationId }, message) => openConversations.get(conversationId)?.hear(message),
    untilShown: async ({ conversationId, clientId }) =>
      openConversations.get(conversationId)?.untilShown(clientId),
  })
}

export function useOutbox(userId: string) {
  const outbox = outboxOf(userId)
  const queue = useSyncExternalStore(outbox.subscribe, outbox.get)
  return { outbox, queue }
}

/** Sends what waits, on whatever page; called once, by the frame. */
export function useSending(userId: string) {
  useEffect(() => {
    const outbox = outboxOf(userId)
    const stop = outbox.start()
    const hurry = () => outbox.hurry()
    window.addEventListener('online', hurry)
    return () => {
      window.removeEventListener('online', hurry)
      stop()
      leaveOutbox(userId)
    }
  }, [userId])
}

/** Those that this page shows at the moment, by id. */
export const openConversations = new Map<string, Conversation>()
