import { useCallback, useState } from 'react'
import type { Change } from './live/subjects.ts'

/** In milliseconds: whoever reads it at once, in another tab or on another device, needs no sound. */
const untilSound = 700

/** Takes the changes of rows that are `read` or not, and sounds for each new one that stays unread and is wanted. */
export function useUnreadSound() {
  const [untold] = useState(() => new Set<unknown>())
  return useCallback(
    ({ event, row: { id, read } }: Change, isWanted: boolean) => {
      if (read === true) untold.delete(id)
      if (event !== 'INSERT' || read === true || !isWanted) return
      untold.add(id)
      setTimeout(() => {
        if (untold.delete(id)) void soundOnce()
      }, untilSound)
    },
    [untold],
  )
}

/** In one of the tabs, and once for what comes together. Before anybody touched the page, the browser allows no sound. */
async function soundOnce() {
  if (!navigator.userActivation.hasBeenActive) return
  await navigator.locks.request('sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    const { playChime } = await import('./chime.ts')
    playChime()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  })
}
