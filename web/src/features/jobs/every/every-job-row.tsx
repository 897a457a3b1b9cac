import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { nameOf } from '#lib/format/name.ts'
import { Money } from '#ui/money.tsx'
import { Named } from '#ui/named.tsx'
import { Time } from '#ui/time.tsx'
import type { EveryJob } from './every-job.ts'
import styles from './every-job-row.module.css'
import { JobStateChip } from './job-state-chip.tsx'

interface Props {
  job: EveryJob
  bids: ReactNode
  consultations: ReactNode
  onRelease: () => void
}

/** A job with what was offered for it and what advice was booked on it. */
export function EveryJobRow({ job, bids, consultations, onRelease }: Props) {
  return (
    <article className={styles.job} aria-label={job.title}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.title}>
            <bdi>{job.title}</bdi>
          </h2>
          <p className={styles.facts}>
            <Named id={job.facility_id}>{nameOf(job.facility)}</Named>
            <span>{job.category}</span>
            <Time at={job.created_at} />
          </p>
        </div>
        <div className={styles.end}>
          <Money amount={job.budget} />
          <JobStateChip job={job} />
          {job.can_release ? (
            <Button size="compact-md" variant="default" onClick={onRelease}>
              Release award
            </Button>
          ) : null}
        </div>
      </div>
      <div className={styles.parts}>
        <Part title="Bids">{bids}</Part>
        <Part title="Consultations">{consultations}</Part>
      </div>
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </div>
  )
}
