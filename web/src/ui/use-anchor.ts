import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Whoever follows a link to "#…" arrives there, also a second time. */
export function useAnchor(anchor: string | undefined) {
  const element = useRef<HTMLElement>(null)
  const arrival = useLocation()
  useEffect(() => {
    if (anchor && arrival.hash === `#${anchor}`) element.current?.scrollIntoView()
  }, [anchor, arrival])
  return element
}
