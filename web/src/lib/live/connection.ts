import { useSyncExternalStore } from 'react'

// Whether the live line stands, for those who look at the page.

type ConnectionStatus = 'online' | 'reconnecting' | 'offline'

/** In milliseconds: a line that is back sooner was never missed. */
const patience = 5000

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
  /** From now on the line is missed. */
  lost: () => {
    timer ??= setTimeout(() => become(true), patience)
  },
  /** The line stands, or nobody needs it. */
  restored: () => {
    clearTimeout(timer)
    timer = undefined
    become(false)
  },
}

function become(next: boolean) {
  if (isLost === next) return
  isLost = next
  for (const listener of listeners) listener()
}

/** Whether news arrive: "reconnecting" only once the line is missed for a while. */
export function useConnection() {
  return useSyncExternalStore(connection.subscribe, connection.get, () => 'online' as const)
}
