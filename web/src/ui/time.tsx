import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useNow } from '#lib/browser-state.ts'
import { formatRelativeTime, formatTimeWithZone } from '#lib/format.ts'
import styles from './time.module.css'

interface Props {
  at: string
  /** The default format returns a text such as "in 3 days". */
  format?: (at: string, now: Date) => string
}

/** Hover, focus and touch show the exact time with its zone. */
export function Time({ at, format = formatRelativeTime }: Props) {
  const now = useNow()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isExact, setExact] = useState(false)
  const show = () => setExact(true)
  const hide = () => setExact(false)
  const hideByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') hide()
  }
  return (
    <button
      type="button"
      ref={button}
      className={styles.time}
      aria-describedby={isExact ? id : undefined}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={hideByKey}
    >
      <time dateTime={at}>{format(at, now)}</time>
      {isExact ? (
        <span
          id={id}
          role="tooltip"
          popover="manual"
          className={styles.exact}
          ref={(tip) => placeAbove(tip, button.current)}
        >
          {formatTimeWithZone(at)}
        </span>
      ) : null}
    </button>
  )
}

const gap = 6
const edge = 8

/** Shows a popover within the window, above an element, or below it if there is no room. */
function placeAbove(tip: HTMLElement | null, what: HTMLElement | null) {
  if (!tip || !what) return
  tip.showPopover()
  const { top, bottom, left, width } = what.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = tip
  const middle = left + width / 2 - offsetWidth / 2
  const rightmost = document.documentElement.clientWidth - offsetWidth - edge
  const above = top - offsetHeight - gap
  tip.style.left = `${Math.max(edge, Math.min(middle, rightmost))}px`
  tip.style.top = `${above > edge ? above : bottom + gap}px`
}
