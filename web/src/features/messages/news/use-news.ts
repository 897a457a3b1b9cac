import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { follow } from '../../../lib/live/follow.ts'
import type { Change } from '../../../lib/live/subjects.ts'
import { openConversations } from '../sending/open-conversations.ts'
import { unreadCount } from '../unread-count.ts'
import { notificationChoice } from './notification-choice.ts'

/** In milliseconds: whoever reads it at once, in another tab or on another device, needs no sound. */
const untilSound = 700

/** Tells of messages by sound and in the title of the tab, as somebody has chosen; called once, by the frame. */
export function useNews(userId: string) {
  const { data: wants } = useQuery(notificationChoice(userId))
  const { data: unread = 0 } = useQuery(unreadCount(userId))
  useCountInTitle(wants?.messages ? unread : 0)
  const { current: untold } = useRef(new Set<unknown>())
  const hear = useEffectEvent(({ event, row }: Change) => {
    const { id, conversation_id: conversationId, read } = row
    if (read === true) untold.delete(id)
    const isWanted = wants?.messages && wants.sound
    if (event !== 'INSERT' || !isWanted || isLookedAt(conversationId)) return
    untold.add(id)
    setTimeout(() => {
      if (untold.delete(id)) void soundOnce(String(id))
    }, untilSound)
  })
  useEffect(
    () =>
      follow(
        { table: 'messages', filter: `recipient_id=eq.${userId}` },
        { onChange: (change) => hear(change), onGap: () => undefined },
      ),
    [userId],
  )
}

/** Pages change the title as well: whatever it becomes gets the count before it. */
function useCountInTitle(count: number) {
  useEffect(() => {
    const mark = () => {
      const plain = document.title.replace(/^\(\d+\+?\) /, '')
      const title = count > 0 ? `(${count > 99 ? '99+' : count}) ${plain}` : plain
      if (document.title !== title) document.title = title
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [count])
}

function isLookedAt(conversationId: unknown) {
  const isOpen = typeof conversationId === 'string' && openConversations.has(conversationId)
  return isOpen && document.visibilityState === 'visible' && document.hasFocus()
}

/** In one of the tabs. Before anybody touched the page, the browser allows no sound. */
async function soundOnce(messageId: string) {
  if (!navigator.userActivation.hasBeenActive) return
  await navigator.locks.request(`sound of ${messageId}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    const { chime } = await import('./chime.ts')
    chime()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  })
}
