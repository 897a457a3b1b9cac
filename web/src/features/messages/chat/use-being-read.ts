import { useEffect, useEffectEvent, useState } from 'react'
import { makeBurst } from '#lib/live/burst.ts'
import { isLookedAt } from '#lib/looked-at.ts'
import type { Conversation } from '../conversation/conversation.ts'

/** Tells the other side what was seen: the newest is in sight, and somebody looks at the page. */
export function useBeingRead(conversation: Conversation, isAtEnd: boolean, newest: number) {
  const [tell] = useState(() => makeBurst(() => conversation.seen()))
  /** The newest that is in sight. */
  const inSight = isAtEnd ? newest : 0
  const look = useEffectEvent((seq: number) => {
    if (seq > 0 && isLookedAt()) tell()
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
