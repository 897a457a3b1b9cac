import { type RefObject, useEffect, useState } from 'react'

/** Takes files that are dropped on an element. Whether some are held above it. */
export function useDrop(area: RefObject<HTMLElement | null>, onDrop: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const element = area.current
    if (!element) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const over = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onDrop([...(event.dataTransfer?.files ?? [])])
    }
    element.addEventListener('dragover', over, { signal })
    element.addEventListener('dragleave', () => setOver(false), { signal })
    element.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [area, onDrop])
  return isOver
}
