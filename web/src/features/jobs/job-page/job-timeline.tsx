import { formatEventTime } from '#lib/format.ts'
import { Time } from '#ui/time.tsx'
import styles from './job-page.module.css'
import type { JobDetails } from './job-page.queries.ts'
import { eventsOf, nextStepOf, type PaymentDates, type Viewer } from './timeline.ts'

interface Props {
  job: JobDetails
  payment: PaymentDates | null
  viewer: Viewer
}

/** Shows what has happened to a job, and the next step. */
export function JobTimeline({ job, payment, viewer }: Props) {
  const next = nextStepOf(job, payment, viewer)
  return (
    <ol className={styles.timeline}>
      {eventsOf(job, payment, viewer).map(({ text, at }) => (
        <li key={text} className={styles.event}>
          <bdi>{text}</bdi>
          <span className={styles.when}>
            <Time at={at} format={formatEventTime} />
          </span>
        </li>
      ))}
      {next ? (
        <li className={styles.event} data-next>
          <bdi>{next}</bdi>
        </li>
      ) : null}
    </ol>
  )
}
