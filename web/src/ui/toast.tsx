import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy.tsx'

const closeButtonProps = { 'aria-label': 'Close' }

let isWanted = false
const toastListeners = new Set<() => void>()

/** Confirms what was done. What needs an answer is no toast. */
export function toast(message: string) {
  isWanted = true
  for (const listener of toastListeners) listener()
  void show(message).catch(() => {
    // It only confirms: what was done stands on the page as well.
  })
}

async function show(message: string) {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ message, autoClose: 5000, withBorder: true, closeButtonProps })
}

/** Whether there was any: until then nothing has to be loaded for them. */
function useToastsWanted() {
  return useSyncExternalStore(
    subscribeToToasts,
    () => isWanted,
    () => false,
  )
}

function subscribeToToasts(listener: () => void) {
  toastListeners.add(listener)
  return () => toastListeners.delete(listener)
}

const ToastPlace = lazyPart(
  () => import('./toast-place.tsx'),
  () => null,
)

/** Where toasts appear. */
export function Toasts() {
  return useToastsWanted() ? (
    <Suspense>
      <ToastPlace />
    </Suspense>
  ) : null
}
