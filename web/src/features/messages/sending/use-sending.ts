import { useEffect } from 'react'
import { leaveOutbox, outboxOf } from './outbox-of.ts'

/** Sends what waits, on whatever page; called once, by the frame. */
export function useSending(userId: string) {
  useEffect(() => {
    const outbox = outboxOf(userId)
    const stop = outbox.start()
    const hurry = () => outbox.hurry()
    window.addEventListener('online', hurry)
    return () => {
      window.removeEventListener('online', hurry)
      stop()
      leaveOutbox(userId)
    }
  }, [userId])
}
