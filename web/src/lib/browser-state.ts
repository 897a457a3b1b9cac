import { useCallback, useSyncExternalStore } from 'react'

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

/** Returns whether the window is wide enough for two columns. The style sheets use the same width. */
export const useWide = () => useMedia('(min-width: 64.01em)', true)

/** Returns whether the window is as narrow as a phone. The style sheets use the same width. */
export const usePhone = () => useMedia('(max-width: 48em)', false)

/** Returns whether the window has room for a list beside a detail. */
export const useTwoColumns = () => useMedia('(min-width: 48em)', true)

/** Returns whether the window has room for a list, a detail and a third column. */
export const useThreeColumns = () => useMedia('(min-width: 75em)', true)

/** Returns whether the window has this width. During prerendering, the result is `before`. */
function useMedia(query: string, before: boolean): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => before,
  )
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
