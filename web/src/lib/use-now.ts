import { useSyncExternalStore } from 'react'

const minute = 60_000

let now = new Date()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** The present, a minute exact: "2 minutes ago" does not stay that. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, read, read)
}

function read() {
  return now
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(tick, minute)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick() {
  now = new Date()
  for (const listener of listeners) listener()
}
