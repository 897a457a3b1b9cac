import { useCallback, useState } from 'react'
import type { Change } from './live/subjects.ts'

/** The sound waits this long, because the user may read the message elsewhere at once. */
const soundDelayMs = 700

/** Returns a function that plays a sound for each new row that is unread after a short delay. */
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
 * Plays the sound in only one tab, and only once for messages that arrive together. Browsers forbid sound before the
 * user's first interaction.
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
