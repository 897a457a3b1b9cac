import { type ComponentType, lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { Notice } from './notice.tsx'

/**
 * A part that comes when it is wanted. Where it cannot be fetched, also not at the second attempt, something plain
 * stands in: a page with what was typed into it must not fall over a menu.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  plain: ComponentType<Props>,
) {
  return lazy(() =>
    load()
      .catch(load)
      .catch(() => ({ default: plain })),
  )
}

/** A part of a page that is fetched when it is first shown. */
export function lazySection<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazyPart(load, NotFetched)
}

export function NotFetched() {
  return <Notice tone="red">This could not be loaded. Reload the page to try again.</Notice>
}

interface WhenSeenProps {
  /** As high as what comes. */
  before: ReactNode
  children: ReactNode
}

/** A part of a page that is made, and fetched, when somebody comes to it, or prints the page. */
export function WhenSeen({ before, children }: WhenSeenProps) {
  const mark = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!mark.current) return undefined
    const see = () => setSeen(true)
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) see()
    })
    observer.observe(mark.current)
    window.addEventListener('beforeprint', see)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', see)
    }
  }, [])
  return isSeen ? children : <div ref={mark}>{before}</div>
}
