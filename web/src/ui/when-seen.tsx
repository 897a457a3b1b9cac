import { type ReactNode, useEffect, useRef, useState } from 'react'

interface Props {
  /** As high as what comes. */
  before: ReactNode
  children: ReactNode
}

/** A part of a page that is made, and fetched, when somebody comes to it, or prints the page. */
export function WhenSeen({ before, children }: Props) {
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
