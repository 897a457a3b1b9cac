import { useEffect, useSyncExternalStore } from 'react'
import { supabase } from '#lib/supabase.ts'
import { openConversations } from './open-conversations.ts'
import { outboxStorage } from './outbox-storage.ts'
import { Outbox } from './outbox.ts'
import { messageSender } from './send-message.ts'
import { requestSender } from './sender-needed.ts'

const outboxes = new Map<string, Outbox>()

export function outboxFor(userId: string): Outbox {
  const outbox = outboxes.get(userId) ?? createOutbox(userId)
  outboxes.set(userId, outbox)
  return outbox
}

/** Removes the user's `Outbox` from memory after the user has signed out. */
export function forgetOutbox(userId: string) {
  outboxes.delete(userId)
}

function createOutbox(userId: string) {
  return new Outbox({
    storage: outboxStorage(userId),
    send: messageSender(supabase, userId),
    withConversationLock: (conversationId, task) =>
      navigator.locks.request(`outgoing of ${userId} in ${conversationId}`, task),
    onSent: ({ conversationId }, message) =>
      openConversations.get(conversationId)?.receive(message),
    untilShown: async ({ conversationId, clientId }) =>
      openConversations.get(conversationId)?.untilShown(clientId),
  })
}

export function useOutbox(userId: string) {
  useEffect(requestSender, [])
  const outbox = outboxFor(userId)
  const outboxState = useSyncExternalStore(outbox.subscribe, outbox.get)
  return { outbox, outboxState }
}

/** Sends the user's waiting messages on every screen, because the app's shell calls this hook once it is needed. */
export function useSendOutbox(userId: string) {
  useEffect(() => {
    const outbox = outboxFor(userId)
    const stop = outbox.start()
    const retryNow = () => outbox.retryNow()
    window.addEventListener('online', retryNow)
    return () => {
      window.removeEventListener('online', retryNow)
      stop()
      forgetOutbox(userId)
    }
  }, [userId])
}
