import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { follow } from '#lib/live/follow.ts'
import type { Change } from '#lib/live/subjects.ts'
import { isLookedAt } from '#lib/looked-at.ts'
import { useSoundUnlessRead } from '#lib/sound/use-sound-unless-read.ts'
import { openConversations } from '../sending/open-conversations.ts'
import { unreadCount } from '../unread-count.ts'
import { notificationChoice } from './notification-choice.ts'

/** Tells of messages by sound and in the title of the tab, as somebody has chosen; called once, by the frame. */
export function useNews(userId: string) {
  const { data: wants } = useQuery(notificationChoice(userId))
  const { data: unread = 0 } = useQuery(unreadCount(userId))
  useCountInTitle(wants?.messages ? unread : 0)
  const sound = useSoundUnlessRead()
  const hear = useEffectEvent((change: Change) => {
    const isWanted = wants?.messages === true && wants.sound
    const isSeen = isShown(change.row['conversation_id']) && isLookedAt()
    sound(change, isWanted && !isSeen)
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

function isShown(conversationId: unknown) {
  return typeof conversationId === 'string' && openConversations.has(conversationId)
}
