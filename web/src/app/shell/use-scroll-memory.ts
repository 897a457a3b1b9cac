import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** After this time the position is not restored any more, because the user may have begun to read. */
const restoreTimeoutMs = 3000
const userInputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * The scroll position of each history entry. A reload clears this map, and the browser then restores the position
 * itself.
 */
const positions = new Map<string, number>()

/**
 * Opens a new page at its top, and restores the scroll position after Back or Forward. The browser cannot restore the
 * position, because the page gets its full length only after its lists are loaded.
 */
export function useScrollMemory() {
  const { key, pathname, hash } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const shownPath = useRef(pathname)
  useEffect(turnOffRestorationByBrowser, [])
  // This is a layout effect, so the listener is removed before the next page is laid out. A shorter page would change
  // the position, and the listener would store it.
  useLayoutEffect(() => {
    const remember = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])
  useLayoutEffect(() => {
    const isOtherPage = shownPath.current !== pathname
    shownPath.current = pathname
    if (isReturn) return restore(positions.get(key))
    // Links to other lists of the same page keep the position.
    if (isOtherPage && !hash) window.scrollTo(0, 0)
    positions.set(key, window.scrollY)
    return undefined
  }, [key, isReturn, pathname, hash])
}

/**
 * Turns off the restoration by the browser, which would scroll the old page before the next page is shown. Turns it on
 * again when the user leaves or reloads the page.
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
