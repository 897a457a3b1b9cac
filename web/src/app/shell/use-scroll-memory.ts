import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** After this time, the app no longer restores the scroll position, because the user may have begun to read. */
const restoreTimeoutMs = 3000
const userInputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Maps the key of each history entry to its scroll position. The browser itself restores the position after a reload.
 */
const positions = new Map<string, number>()

/**
 * Opens a new page at its top, and restores the scroll position after Back or Forward. The browser would restore the
 * position before the page's lists are loaded.
 */
export function useScrollMemory() {
  const { key, pathname, hash } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const shownPath = useRef(pathname)
  useEffect(turnOffRestorationByBrowser, [])
  // The layout effect removes the listener before the layout of a shorter page changes the scroll position.
  useLayoutEffect(() => {
    const remember = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])
  useLayoutEffect(() => {
    const isOtherPage = shownPath.current !== pathname
    shownPath.current = pathname
    if (isReturn) return restore(positions.get(key))
    // If only the query changes, for example after a link to another list, the position stays.
    if (isOtherPage && !hash) window.scrollTo(0, 0)
    positions.set(key, window.scrollY)
    return undefined
  }, [key, isReturn, pathname, hash])
}

/**
 * Stops the browser from restoring positions until the user leaves or reloads, because it would scroll the old page.
 */
function turnOffRestorationByBrowser() {
  const set = (mode: ScrollRestoration) => () => {
    history.scrollRestoration = mode
  }
  const [turnOff, turnOn] = [set('manual'), set('auto')]
  turnOff()
  window.addEventListener('pageshow', turnOff)
  window.addEventListener('pagehide', turnOn)
  return () => {
    turnOn()
    window.removeEventListener('pageshow', turnOff)
    window.removeEventListener('pagehide', turnOn)
  }
}

/** Scrolls to the position as soon as the page is long enough, unless the user scrolls first. */
function restore(position: number | undefined) {
  if (position === undefined) return undefined
  const scroll = () => {
    window.scrollTo(0, position)
    if (Math.abs(window.scrollY - position) <= 1) stop()
  }
  const observer = new ResizeObserver(scroll)
  const timer = setTimeout(stop, restoreTimeoutMs)
  function stop() {
    observer.disconnect()
    clearTimeout(timer)
    for (const name of userInputEvents) window.removeEventListener(name, stop)
  }
  for (const name of userInputEvents) window.addEventListener(name, stop, { passive: true })
  observer.observe(document.body)
  return stop
}
