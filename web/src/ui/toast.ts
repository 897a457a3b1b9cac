import { useSyncExternalStore } from 'react'

const closeButtonProps = { 'aria-label': 'Close' }

let hasToasts = false
const toastListeners = new Set<() => void>()

/** A message that needs an answer must not be a toast. */
export function toast(message: string) {
  hasToasts = true
  for (const listener of toastListeners) listener()
  void show(message).catch(() => {
    // Ignore the failure, because the page also shows the result of the action.
  })
}

async function show(message: string) {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ message, autoClose: 5000, withBorder: true, closeButtonProps })
}

/** Before the first toast, the page does not load the component for toasts. */
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
