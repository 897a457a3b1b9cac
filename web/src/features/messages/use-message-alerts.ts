import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { subscribe } from '#lib/live/subscribe.ts'
import type { Change } from '#lib/live/subjects.ts'
import { isPageFocused } from '#lib/browser-state.ts'
import { useUnreadSound } from '#lib/use-unread-sound.ts'
import { openConversations } from './conversation/outboxes.ts'
import { unreadCount } from './unread.ts'
import { dataOrNull } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

/** Tells of messages by sound and in the title of the tab, as somebody has chosen; called once, by the frame. */
export function useNews(userId: string) {
  const { data: wants } = useQuery(notificationChoice(userId))
  const { data: unread = 0 } = useQuery(unreadCount(userId))
  useCountInTitle(wants?.messages ? unread : 0)
  const sound = useUnreadSound()
  const hear = useEffectEvent((change: Change) => {
    const isWanted = wants?.messages === true && wants.sound
    const isSeen = isShown(change.row['conversation_id']) && isPageFocused()
    sound(change, isWanted && !isSeen)
  })
  useEffect(
    () =>
      subscribe(
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

/** Whether somebody wants to be told of messages, and to hear it. What is saved in Settings is put here too. */
const notificationChoice = (userId: string) =>
  queryOptions({
    queryKey: ['settings', 'heeded', userId, 'of-messages'],
    queryFn: () => readChoice(userId),
  })

async function readChoice(userId: string) {
  const client = await supabase()
  const settings = client.from('notification_settings').select('sound, messages')
  const row = dataOrNull(await settings.eq('user_id', userId).maybeSingle())
  return { sound: row?.sound ?? true, messages: row?.messages ?? true }
}
