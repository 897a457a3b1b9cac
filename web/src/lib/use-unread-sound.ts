import { useCallback, useState } from 'react'
import type { Change } from './live/subjects.ts'

/** The sound waits this long, because the user may read the message at once in another tab or on another device. */
const soundDelayMs = 700

/**
 * Returns a function that handles changes of rows with a `read` column. If the user wants sounds, the function plays a
 * sound for each new row that is still unread after a short delay.
 */
export function useUnreadSound() {
  const [unread] = useState(() => new Set<unknown>())
  return useCallback(
    ({ event, row: { id, read } }: Change, hasSound: boolean) => {
      if (read === true) unread.delete(id)
      if (event !== 'INSERT' || read === true || !hasSound) return
      unread.add(id)
      setTimeout(() => {
        if (unread.delete(id)) void playOnce()
      }, soundDelayMs)
    },
    [unread],
  )
}

/**
 * Plays the sound in only one tab, and only once for messages that arrive together. Before the user's first interaction
 * with the page, this function does nothing, because browsers forbid sound until then.
 */
async function playOnce() {
  if (!navigator.userActivation.hasBeenActive) return
  await navigator.locks.request('sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    const { playChime } = await import('./chime.ts')
    playChime()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  })
}
