import type { QueryClient } from '@tanstack/react-query'
import type { ListPage } from '#lib/lists/list-page.ts'
import { makeEdit, showEdits } from '#lib/optimistic.ts'
import type { Conversation } from './conversation/conversation.ts'
import { inboxKey, type Thread } from './inbox.queries.ts'
import { unreadCount } from './unread.ts'

interface MarkSeenOptions {
  queries: QueryClient
  conversation: Conversation
  conversationId: string
  me: string
}

/**
 * Returns a function that marks the loaded messages as read. The messages that were unread when the conversation was
 * opened disappear from the counts before the response. Messages that arrive later may not be in the counts yet, so
 * the counts follow the live changes.
 */
export function makeMarkSeen({ queries, conversation, conversationId, me }: MarkSeenOptions) {
  let isFirst = true
  return async () => {
    const count = isFirst ? conversation.countUnread() : 0
    isFirst = false
    const edits = count > 0 ? makeSeenEdits(me, conversationId, count) : []
    const shown = showEdits(queries, edits, [])
    const failure = await conversation.markSeen()
    if (failure) shown.revert()
    await shown.end(failure)
  }
}

function makeSeenEdits(me: string, conversationId: string, count: number) {
  const add = (unread: number) => (page: ListPage<Thread>) => ({
    ...page,
    rows: page.rows.map((thread) =>
      thread.id === conversationId
        ? { ...thread, unread: Math.max(thread.unread + unread, 0) }
        : thread,
    ),
  })
  return [
    makeEdit(inboxKey(me), add(-count), add(count)),
    makeEdit(
      unreadCount(me).queryKey,
      (unread: number) => Math.max(unread - count, 0),
      (unread: number) => unread + count,
    ),
  ]
}
