import { useSyncExternalStore } from 'react'

const closeButtonProps = { 'aria-label': 'Close' }

let hasToasts = false
const toastListeners = new Set<() => void>()

/** Confirms an action. A message that needs an answer is not a toast. */
export function toast(message: string) {
  hasToasts = true
  for (const listener of toastListeners) listener()
  void show(message).catch(() => {
    // The page shows the result as well.
  })
}

async function show(message: string) {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ message, autoClose: 5000, withBorder: true, closeButtonProps })
}

/** Whether there has been any toast; until then the component is not loaded. */
export function useHasToasts() {
  return useSyncExternalStore(
    subscribeToToasts,
    () => hasToasts,
    () => false,
  )
}

function subscribeToToasts(listener: () => void) {
  toastListeners.add(listener)
  return () => toastListeners.delete(listener)
}
