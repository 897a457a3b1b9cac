import { useSyncExternalStore } from 'react'

/** Somebody looks at the page: it is in sight, and what is typed goes there. */
export function isPageFocused() {
  return document.visibilityState === 'visible' && document.hasFocus()
}

export function usePageFocused() {
  return useSyncExternalStore(subscribeToFocus, isPageFocused, () => false)
}

function subscribeToFocus(onChange: () => void) {
  window.addEventListener('focus', onChange)
  window.addEventListener('blur', onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    window.removeEventListener('focus', onChange)
    window.removeEventListener('blur', onChange)
    document.removeEventListener('visibilitychange', onChange)
  }
}

const wideQuery = '(min-width: 64.01em)'

/** Whether there is room for things beside each other. The same width stands in the styles. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribeToWidth,
    () => matchMedia(wideQuery).matches,
    () => true,
  )
}

function subscribeToWidth(listener: () => void) {
  const media = matchMedia(wideQuery)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

const minute = 60_000

let now = new Date()
const clockListeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** The present, a minute exact: "2 minutes ago" does not stay that. */
export function useNow(): Date {
  return useSyncExternalStore(subscribeToClock, readNow, readNow)
}

function readNow() {
  return now
}

function subscribeToClock(listener: () => void) {
  clockListeners.add(listener)
  timer ??= setInterval(tick, minute)
  return () => {
    clockListeners.delete(listener)
    if (clockListeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick() {
  now = new Date()
  for (const listener of clockListeners) listener()
}

const never = () => () => undefined

/** Whether the page is alive. Until then it shows what the build knew, which is nothing of the address. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
