import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** After this time the page is as long as it will be, or the user has found another place. */
const restoreTimeoutMs = 3000
const userInputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** The scroll position of each entry of the history. A reload forgets them, and then the browser restores its own. */
const positions = new Map<string, number>()

/**
 * Opens new pages at their top, and restores the scroll position of a page after Back or Forward. The browser cannot
 * do this itself, because the page has its full length only after its lists are loaded.
 */
export function useScrollMemory() {
  const { key, pathname, hash } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const shownPath = useRef(pathname)
  useEffect(turnOffRestorationByBrowser, [])
  // A layout effect, so that the shorter next page cannot change the position of this one.
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

/** The browser would scroll the old page before the next one is shown. After a reload, it still restores its own. */
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
