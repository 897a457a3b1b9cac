// Tracks the status of the realtime connection, as screens show it.
import { useSyncExternalStore } from 'react'

type ConnectionStatus = 'online' | 'reconnecting' | 'offline'

/** Screens show "reconnecting" only after an outage of this length. Screens show "offline" immediately. */
const shownAfterMs = 5000

let isLost = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export const connection = {
  get: (): ConnectionStatus => {
    if (!navigator.onLine) return 'offline'
    return isLost ? 'reconnecting' : 'online'
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
    }
  },
  lost: () => {
    timer ??= setTimeout(() => setLost(true), shownAfterMs)
  },
  /** Called when the connection is up, or when no subscription needs it. */
  restored: () => {
    clearTimeout(timer)
    timer = undefined
    setLost(false)
  },
}

function setLost(next: boolean) {
  if (isLost === next) return
  isLost = next
  for (const listener of listeners) listener()
}

/** Returns the connection status. It is "reconnecting" only after an outage of some seconds. */
export function useConnection() {
  return useSyncExternalStore(connection.subscribe, connection.get, () => 'online' as const)
}
