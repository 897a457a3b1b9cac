import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { subscribe } from '#lib/live/subscribe.ts'
import type { Change } from '#lib/live/subjects.ts'
import { supabase } from '#lib/supabase.ts'
import { Conversation } from './conversation/conversation.ts'
import { messageIn } from './conversation/message.ts'
import { wireOf } from './conversation/conversation-api.ts'
import { openConversations } from './conversation/outboxes.ts'
import { Box } from './conversation/composer-draft.ts'
import type { Outbox } from './conversation/outbox.ts'
import { wordsShelfOf } from './conversation/draft-storage.ts'
import { coalesced } from '#lib/live/coalesce.ts'
import { isPageFocused } from '#lib/browser-state.ts'
import { useTopic } from '#lib/live/use-live.ts'

/** A conversation that stays true while it is shown. Its component is keyed by the id. */
export function useConversation(conversationId: string, me: string) {
  const [conversation] = useState(() => new Conversation(wireOf(supabase, conversationId, me), me))
  const reading = useSyncExternalStore(conversation.subscribe, conversation.get)
  useEffect(() => {
    openConversations.set(conversationId, conversation)
    void conversation.open()
    const subject = { table: 'messages' as const, filter: `conversation_id=eq.${conversationId}` }
    const unfollow = subscribe(subject, {
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

/** The box of a conversation. Its component is keyed by the id. */
export function useBox(me: string, conversationId: string, outbox: Outbox) {
  const [box] = useState(() => new Box(wordsShelfOf(me, conversationId), outbox))
  const { text } = useSyncExternalStore(box.subscribe, box.get)
  useEffect(() => box.open(), [box])
  return { box, text }
}

/** Tells the other side what was seen: the newest is in sight, and somebody looks at the page. */
export function useBeingRead(conversation: Conversation, isAtEnd: boolean, newest: number) {
  const [tell] = useState(() => coalesced(() => conversation.seen()))
  /** The newest that is in sight. */
  const inSight = isAtEnd ? newest : 0
  const look = useEffectEvent((seq: number) => {
    if (seq > 0 && isPageFocused()) tell()
  })
  const lookAgain = useEffectEvent(() => look(inSight))
  useEffect(() => look(inSight), [inSight])
  useEffect(() => {
    const hear = () => lookAgain()
    window.addEventListener('focus', hear)
    document.addEventListener('visibilitychange', hear)
    return () => {
      window.removeEventListener('focus', hear)
      document.removeEventListener('visibilitychange', hear)
    }
  }, [])
}

/** In milliseconds: how long a keystroke of the other side shows, and how often one's own are told at most. */
const shownFor = 2000
const toldEvery = 500

interface Typing {
  topic: string | undefined
  otherId: string
}

/** Whether the other side types, and what tells it that one types oneself. */
export function useTyping({ topic, otherId }: Typing) {
  const [isTyping, setTyping] = useState(false)
  const end = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => {
    clearTimeout(end.current)
    setTyping(false)
  }
  useEffect(() => () => clearTimeout(end.current), [])
  const say = useTopic({
    topic,
    onBroadcast: ({ event, sender }) => {
      if (event !== 'typing' || sender !== otherId) return
      clearTimeout(end.current)
      end.current = setTimeout(() => setTyping(false), shownFor)
      setTyping(true)
    },
  })
  const sayTyping = useRef(() => {})
  const tellInTurn = useRef(() => {})
  useEffect(() => {
    sayTyping.current = () => say('typing')
  })
  useEffect(() => {
    tellInTurn.current = coalesced(async () => sayTyping.current(), toldEvery)
  }, [])
  const tell = () => tellInTurn.current()
  return { isTyping, stop, tell }
}
