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
 * Whoever reads further up keeps what they read in its place, while news come in below and rows there are drawn at
 * their true height.
 */
export function useStandingStill(scroller: Scroller) {
  const list = useRef<HTMLOListElement>(null)
  const last = useRef<{ element: Element; top: number }>(undefined)
  const note = useEffectEvent(() => {
    last.current = lastIn(list.current)
  })
  const hold = useEffectEvent(() => {
    const { current: frame } = scroller
    const { current: before } = last
    if (frame && before?.element.isConnected && frame.scrollTop < -nearTheEnd) {
      frame.scrollBy(0, before.element.getBoundingClientRect().top - before.top)
    }
    note()
  })
  useLayoutEffect(() => hold())
  useEffect(() => {
    const { current: frame } = scroller
    const { current: rows } = list
    if (!frame || !rows) return undefined
    const noteScroll = () => note()
    const observer = new ResizeObserver(() => hold())
    observer.observe(rows)
    frame.addEventListener('scroll', noteScroll, { passive: true })
    return () => {
      observer.disconnect()
      frame.removeEventListener('scroll', noteScroll)
    }
  }, [scroller])
  return list
}

function lastIn(list: HTMLOListElement | null) {
  const element = list?.lastElementChild
  return element ? { element, top: element.getBoundingClientRect().top } : undefined
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
