import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** In milliseconds: for so long what stands above may still be loading. */
const patience = 3000
const hands = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Whoever follows a link to "#…" arrives there, also a second time, and also where lists above come later. */
export function useAnchor(anchor: string | undefined) {
  const element = useRef<HTMLElement>(null)
  const arrival = useLocation()
  useEffect(() => {
    if (!anchor || arrival.hash !== `#${anchor}`) return undefined
    const observer = new ResizeObserver(() => element.current?.scrollIntoView())
    const stop = () => observer.disconnect()
    observer.observe(document.body)
    const timer = setTimeout(stop, patience)
    // Whoever moves meanwhile is not moved.
    for (const hand of hands) window.addEventListener(hand, stop, { once: true })
    return () => {
      stop()
      clearTimeout(timer)
      for (const hand of hands) window.removeEventListener(hand, stop)
    }
  }, [anchor, arrival])
  return element
}
