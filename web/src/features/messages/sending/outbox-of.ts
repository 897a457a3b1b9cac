import { supabase } from '#lib/supabase.ts'
import { Outbox } from '../conversation/outbox.ts'
import { postOf } from '../conversation/post.ts'
import { openConversations } from './open-conversations.ts'
import { shelfOf } from './shelf.ts'

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
