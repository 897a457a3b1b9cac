import { useSyncExternalStore } from 'react'

const query = '(min-width: 64.01em)'

/** Whether there is room for things beside each other. The same width stands in the styles. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  )
}

function subscribe(listener: () => void) {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
