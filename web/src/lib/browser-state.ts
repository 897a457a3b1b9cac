import { useSyncExternalStore } from 'react'

/** Returns whether the page is visible and has the keyboard focus. */
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

/** Returns whether the window is wide enough for two columns. The style sheets use the same width. */
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

const minuteMs = 60_000

let now = new Date()
const clockListeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Returns the current time, updated once a minute so that "2 minutes ago" stays true. */
export function useNow(): Date {
  return useSyncExternalStore(subscribeToClock, readNow, readNow)
}

function readNow() {
  return now
}

function subscribeToClock(listener: () => void) {
  clockListeners.add(listener)
  timer ??= setInterval(tick, minuteMs)
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
