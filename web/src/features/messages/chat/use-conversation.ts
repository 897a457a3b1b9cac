import { useEffect, useState, useSyncExternalStore } from 'react'
import { follow } from '#lib/live/follow.ts'
import type { Change } from '#lib/live/subjects.ts'
import { supabase } from '#lib/supabase.ts'
import { Conversation } from '../conversation/conversation.ts'
import { messageIn } from '../conversation/message.ts'
import { wireOf } from '../conversation/wire.ts'
import { openConversations } from '../sending/open-conversations.ts'

/** A conversation that stays true while it is shown. Its component is keyed by the id. */
export function useConversation(conversationId: string, me: string) {
  const [conversation] = useState(() => new Conversation(wireOf(supabase, conversationId, me), me))
  const reading = useSyncExternalStore(conversation.subscribe, conversation.get)
  useEffect(() => {
    openConversations.set(conversationId, conversation)
    void conversation.open()
    const subject = { table: 'messages' as const, filter: `conversation_id=eq.${conversationId}` }
    const unfollow = follow(subject, {
      onChange: ({ event, row }: Change) => {
        if (event !== 'DELETE') conversation.hear(messageIn(row))
      },
      onGap: () => void conversation.catchUp(),
    })
    return () => {
      unfollow()
      conversation.close()
      if (openConversations.get(conversationId) === conversation) {
        openConversations.delete(conversationId)
      }
    }
  }, [conversation, conversationId])
  return { conversation, reading }
}
