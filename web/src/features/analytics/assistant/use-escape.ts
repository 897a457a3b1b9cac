import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Escape, wherever inside of the element the focus is. */
export function useEscape(element: RefObject<HTMLElement | null>, onEscape: () => void) {
  const hear = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onEscape()
  })
  useEffect(() => {
    const { current } = element
    const listener = (event: KeyboardEvent) => hear(event)
    current?.addEventListener('keydown', listener)
    return () => current?.removeEventListener('keydown', listener)
  }, [element])
}
