// Whether the live line stands, for those who look at the page.

type Connection = 'online' | 'reconnecting' | 'offline'

/** In milliseconds: a line that is back sooner was never missed. */
const patience = 5000

let isLost = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export const line = {
  get: (): Connection => {
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
  missed: () => {
    timer ??= setTimeout(() => become(true), patience)
  },
  /** The line stands, or nobody needs it. */
  fine: () => {
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
