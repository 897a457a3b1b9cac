import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { alertChoices } from '#lib/alert-choices.ts'
import { isPageFocused } from '#lib/browser-state.ts'
import type { Change } from '#lib/live/subjects.ts'
import { subscribe } from '#lib/live/subscribe.ts'
import { useUnreadSound } from '#lib/use-unread-sound.ts'
import { openConversations } from './conversation/open-conversations.ts'
import { unreadCount } from './unread.ts'

/** Alerts the user to new messages with a sound and a count in the tab's title. */
export function useMessageAlerts(userId: string) {
  const { data: wants } = useQuery(alertChoices(userId))
  const { data: unread = 0 } = useQuery(unreadCount(userId))
  useCountInTitle(wants?.messages ? unread : 0)
  const sound = useUnreadSound()
  const alertToMessage = useEffectEvent((change: Change) => {
    const hasSound = wants?.messages === true && wants.sound
    const isSeen = isShown(change.row['conversation_id']) && isPageFocused()
    sound(change, hasSound && !isSeen)
  })
  useEffect(
    () =>
      subscribe(
        { table: 'messages', filter: `recipient_id=eq.${userId}` },
        { onChange: (change) => alertToMessage(change), onGap: () => undefined },
      ),
    [userId],
  )
}

/** Shows the count in front of the tab's title, even after a page changes the title. */
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
