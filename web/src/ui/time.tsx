import { Tooltip } from '@mantine/core'
import '@mantine/core/styles/Tooltip.layer.css'
import { relativeTime, timeWithZone } from '../lib/format/moment.ts'
import styles from './time.module.css'

/** "in 3 days", with the exact time and its zone on hover, focus and touch. */
export function Time({ at }: { at: string }) {
  return (
    <Tooltip label={timeWithZone(at)}>
      <time dateTime={at} className={styles.time} tabIndex={0} aria-label={timeWithZone(at)}>
        {relativeTime(at, new Date())}
      </time>
    </Tooltip>
  )
}
