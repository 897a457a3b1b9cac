import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** In milliseconds: where nothing has loaded for so long, what stands above stays as it is. */
const settled = 1500
const hands = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Whoever follows a link to "#…" arrives there, also a second time, and also where lists above come later. */
export function useAnchor(anchor: string | undefined) {
  const element = useRef<HTMLElement>(null)
  const arrival = useLocation()
  const queries = useQueryClient()
  useEffect(() => {
    if (!anchor || arrival.hash !== `#${anchor}`) return undefined
    const observer = new ResizeObserver(() => element.current?.scrollIntoView())
    const stop = () => observer.disconnect()
    observer.observe(document.body)
    let timer = setTimeout(stop, settled)
    const forget = queries.getQueryCache().subscribe(() => {
      clearTimeout(timer)
      if (queries.isFetching() === 0) timer = setTimeout(stop, settled)
    })
    // Whoever moves meanwhile is not moved.
    for (const hand of hands) window.addEventListener(hand, stop, { once: true })
    return () => {
      stop()
      forget()
      clearTimeout(timer)
      for (const hand of hands) window.removeEventListener(hand, stop)
    }
  }, [anchor, arrival, queries])
  return element
}
