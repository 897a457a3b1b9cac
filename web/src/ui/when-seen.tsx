import { type ReactNode, useEffect, useRef, useState } from 'react'

interface Props {
  /** As high as what comes. */
  before: ReactNode
  children: ReactNode
}

/** A part of a page that is made, and fetched, when somebody comes to it. */
export function WhenSeen({ before, children }: Props) {
  const mark = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!mark.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return isSeen ? children : <div ref={mark}>{before}</div>
}
