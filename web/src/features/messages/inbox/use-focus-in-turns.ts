import { useEffect, useRef } from 'react'

/**
 * Where list and thread take turns, what was pressed is gone: the focus goes on in what took its place.
 * @param thread  The one that is open.
 */
export function useFocusInTurns(isWide: boolean, thread: string | undefined) {
  const frame = useRef<HTMLDivElement>(null)
  const before = useRef(thread)
  useEffect(() => {
    const { current: former } = before
    before.current = thread
    if (isWide || former === thread) return
    const places = thread
      ? ['[aria-label="Conversation"]']
      : [`[data-thread="${CSS.escape(former ?? '')}"]`, '[aria-label="Conversations"]']
    const found = places.map((place) => frame.current?.querySelector<HTMLElement>(place))
    found.find(Boolean)?.focus({ preventScroll: true })
  }, [isWide, thread])
  return frame
}
