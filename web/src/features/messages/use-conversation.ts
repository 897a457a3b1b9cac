import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { isPageFocused } from '#lib/browser-state.ts'
import { coalesced } from '#lib/live/coalesce.ts'
import type { Change } from '#lib/live/subjects.ts'
import { subscribe } from '#lib/live/subscribe.ts'
import { useTopic } from '#lib/live/use-live.ts'
import { supabase } from '#lib/supabase.ts'
import { ComposerDraft } from './conversation/composer-draft.ts'
import { conversationApi } from './conversation/conversation-api.ts'
import { Conversation } from './conversation/conversation.ts'
import { draftStorage } from './conversation/draft-storage.ts'
import { parseMessage } from './conversation/message.ts'
import type { Outbox } from './conversation/outbox.ts'
import { openConversations } from './conversation/open-conversations.ts'
import { makeMarkSeen } from './messages.mutations.ts'

/** Returns a conversation and keeps it up to date. The calling component needs the conversation id as its React key. */
export function useConversation(conversationId: string, me: string) {
  const [conversation] = useState(
    () => new Conversation(conversationApi(supabase, conversationId, me), me),
  )
  const state = useSyncExternalStore(conversation.subscribe, conversation.get)
  useEffect(() => {
    openConversations.set(conversationId, conversation)
    void conversation.open()
    const subject = { table: 'messages' as const, filter: `conversation_id=eq.${conversationId}` }
    const unsubscribe = subscribe(subject, {
      onChange: ({ event, row }: Change) => {
        if (event !== 'DELETE') conversation.receive(parseMessage(row))
      },
      onGap: () => void conversation.catchUp(),
    })
    return () => {
      unsubscribe()
      conversation.close()
      if (openConversations.get(conversationId) === conversation) {
        openConversations.delete(conversationId)
      }
    }
  }, [conversation, conversationId])
  return { conversation, state }
}

/** Returns the draft of a conversation. The calling component needs the conversation id as its React key. */
export function useComposerDraft(me: string, conversationId: string, outbox: Outbox) {
  const [draft] = useState(() => new ComposerDraft(draftStorage(me, conversationId), outbox))
  const { text } = useSyncExternalStore(draft.subscribe, draft.get)
  useEffect(() => draft.open(), [draft])
  return { draft, text }
}

interface MarkReadOptions {
  conversation: Conversation
  conversationId: string
  me: string
  isAtEnd: boolean
  /** The seq of the newest message. */
  newest: number
}

/** Marks messages as read when the newest message is visible and the page has the focus. */
export function useMarkRead({
  conversation,
  conversationId,
  me,
  isAtEnd,
  newest,
}: MarkReadOptions) {
  const queries = useQueryClient()
  const [markSeen] = useState(() =>
    coalesced(makeMarkSeen({ queries, conversation, conversationId, me })),
  )
  /** The seq of the newest message if it is visible, or else 0. */
  const inSight = isAtEnd ? newest : 0
  const markIfVisible = useEffectEvent((seq: number) => {
    if (seq > 0 && isPageFocused()) markSeen()
  })
  const markAgain = useEffectEvent(() => markIfVisible(inSight))
  useEffect(() => markIfVisible(inSight), [inSight])
  useEffect(() => {
    const onFocus = () => markAgain()
    window.addEventListener('focus', onFocus)
    document.addEventListener('visibilitychange', onFocus)
    return () => {
      window.removeEventListener('focus', onFocus)
      document.removeEventListener('visibilitychange', onFocus)
    }
  }, [])
}

/** The typing indicator disappears this many milliseconds after the other person's latest typing event. */
const shownForMs = 2000
/** The shortest time between two typing events from this user. */
const sendIntervalMs = 500

interface TypingTopic {
  topic: string | undefined
  otherId: string
}

/** Returns whether the other person is typing, and `notify`, which reports the user's own typing. */
export function useTyping({ topic, otherId }: TypingTopic) {
  const [isTyping, setTyping] = useState(false)
  const end = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => {
    clearTimeout(end.current)
    setTyping(false)
  }
  useEffect(() => () => clearTimeout(end.current), [])
  const broadcast = useTopic({
    topic,
    onBroadcast: ({ event, sender }) => {
      if (event !== 'typing' || sender !== otherId) return
      clearTimeout(end.current)
      end.current = setTimeout(() => setTyping(false), shownForMs)
      setTyping(true)
    },
  })
  const sendTyping = useRef(() => {})
  const sendTypingCoalesced = useRef(() => {})
  useEffect(() => {
    sendTyping.current = () => broadcast('typing')
  })
  useEffect(() => {
    sendTypingCoalesced.current = coalesced(async () => sendTyping.current(), sendIntervalMs)
  }, [])
  const notify = () => sendTypingCoalesced.current()
  return { isTyping, stop, notify }
}
