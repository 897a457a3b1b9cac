import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { relativeTime, timeWithZone } from '#lib/format/moment.ts'
import { useNow } from '#lib/use-now.ts'
import { placeAbove } from './place-above.ts'
import styles from './time.module.css'

/** "in 3 days", with the exact time and its zone on hover, focus and touch. */
export function Time({ at }: { at: string }) {
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
      <time dateTime={at}>{relativeTime(at, now)}</time>
      {isExact ? (
        <span
          id={id}
          role="tooltip"
          popover="manual"
          className={styles.exact}
          ref={(tip) => placeAbove(tip, button.current)}
        >
          {timeWithZone(at)}
        </span>
      ) : null}
    </button>
  )
}
