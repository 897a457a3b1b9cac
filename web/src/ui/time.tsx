import { Tooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import { relativeTime, timeWithZone } from '../lib/format/moment.ts'
import { useNow } from '../lib/use-now.ts'
import styles from './time.module.css'

/** "in 3 days", with the exact time and its zone on hover, focus and touch. */
export function Time({ at }: { at: string }) {
  const now = useNow()
  return (
    <Tooltip label={timeWithZone(at)}>
      <button type="button" className={styles.time}>
        <time dateTime={at}>{relativeTime(at, now)}</time>
      </button>
    </Tooltip>
  )
}
