// A thread is scrolled from its end: 0 is the newest message, and what is further up is below 0.
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** In pixels. */
const nearTheEnd = 40
const aheadOfTheTop = '600px'

type Scroller = RefObject<HTMLDivElement | null>

/** Asks for older messages before the place of the sentinel, anew after each page, comes into sight. */
export function useOlderInSight(scroller: Scroller, onOlder: (() => void) | undefined) {
  const [sentinel, setSentinel] = useState<HTMLElement | null>(null)
  const ask = useEffectEvent(() => onOlder?.())
  const canAsk = onOlder !== undefined
  useEffect(() => {
    if (!sentinel || !canAsk) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) ask()
      },
      { root: scroller.current, rootMargin: `${aheadOfTheTop} 0px 0px` },
    )
    observer.observe(sentinel)
    return () => observer.disconnect()
  }, [scroller, canAsk, sentinel])
  return setSentinel
}

/**
 * Whoever reads further up keeps what they read in its place, while news come in below, rows there are drawn at their
 * true height, and what they write or a keyboard takes room from the thread.
 */
export function useStandingStill(scroller: Scroller) {
  const list = useRef<HTMLOListElement>(null)
  const last = useRef<{ element: Element; place: number }>(undefined)
  const note = useEffectEvent(() => {
    const { current: frame } = scroller
    const element = list.current?.lastElementChild
    last.current = frame && element ? { element, place: placeIn(frame, element) } : undefined
  })
  const hold = useEffectEvent(() => {
    const { current: frame } = scroller
    const { current: before } = last
    if (frame && before?.element.isConnected && frame.scrollTop < -nearTheEnd) {
      const moved = placeIn(frame, before.element) - before.place
      // By nothing would end a scroll that is under way.
      if (moved !== 0) frame.scrollBy(0, moved)
    }
    note()
  })
  useLayoutEffect(() => hold())
  useEffect(() => {
    const { current: frame } = scroller
    const { current: rows } = list
    if (!frame || !rows) return undefined
    const observer = new ResizeObserver(() => hold())
    observer.observe(rows)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [scroller])
  return list
}

/** However far it or the page is scrolled: nobody wants that undone. */
function placeIn(frame: Element, element: Element) {
  const { top } = element.getBoundingClientRect()
  return top - frame.getBoundingClientRect().top + frame.scrollTop
}

export function useAtEnd(scroller: Scroller, onAtEnd: (isAtEnd: boolean) => void) {
  const tell = useEffectEvent(onAtEnd)
  useEffect(() => {
    const { current: frame } = scroller
    if (!frame) return undefined
    const look = () => tell(frame.scrollTop > -nearTheEnd)
    frame.addEventListener('scroll', look, { passive: true })
    return () => frame.removeEventListener('scroll', look)
  }, [scroller])
}
