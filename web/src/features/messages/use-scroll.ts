// At scroll position 0, the newest message is visible. Positions of older messages are negative.
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

const nearEndPx = 40
const aheadOfTheTop = '600px'

type Scroller = RefObject<HTMLDivElement | null>

/** Loads older messages shortly before the empty element above the oldest loaded message becomes visible. */
export function useLoadOlder(scroller: Scroller, onOlder: (() => void) | undefined) {
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

/** While the user reads older messages, keeps them in place when messages arrive or heights change. */
export function useKeepScrollPosition(scroller: Scroller) {
  const list = useRef<HTMLOListElement>(null)
  const last = useRef<{ element: Element; place: number }>(undefined)
  const note = useEffectEvent(() => {
    const { current: frame } = scroller
    const element = list.current?.lastElementChild
    last.current = frame && element ? { element, place: offsetIn(frame, element) } : undefined
  })
  const hold = useEffectEvent(() => {
    const { current: frame } = scroller
    const { current: before } = last
    if (frame && before?.element.isConnected && frame.scrollTop < -nearEndPx) {
      const moved = offsetIn(frame, before.element) - before.place
      // Skip a movement of zero, because `scrollBy` would stop a running smooth scroll.
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

/** Returns the position within the scrolled content. */
function offsetIn(frame: Element, element: Element) {
  const { top } = element.getBoundingClientRect()
  return top - frame.getBoundingClientRect().top + frame.scrollTop
}

export function useAtEnd(scroller: Scroller, onAtEnd: (isAtEnd: boolean) => void) {
  const tell = useEffectEvent(onAtEnd)
  useEffect(() => {
    const { current: frame } = scroller
    if (!frame) return undefined
    const look = () => tell(frame.scrollTop > -nearEndPx)
    frame.addEventListener('scroll', look, { passive: true })
    return () => frame.removeEventListener('scroll', look)
  }, [scroller])
}
