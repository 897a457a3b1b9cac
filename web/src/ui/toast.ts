import { useSyncExternalStore } from 'react'

const closeButtonProps = { 'aria-label': 'Close' }

let isWanted = false
const listeners = new Set<() => void>()

/** Confirms what was done. What needs an answer is no toast. */
export function toast(message: string) {
  isWanted = true
  for (const listener of listeners) listener()
  void show(message).catch(() => {
    // It only confirms: what was done stands on the page as well.
  })
}

async function show(message: string) {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ message, autoClose: 5000, withBorder: true, closeButtonProps })
}

/** Whether there was any: until then nothing has to be loaded for them. */
export function useToastsWanted() {
  return useSyncExternalStore(
    subscribe,
    () => isWanted,
    () => false,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
