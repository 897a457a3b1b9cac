import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Money } from '#ui/money.tsx'
import { Time } from '#ui/time.tsx'
import { JobActions } from './job-actions.tsx'
import { JobDetails } from './job-details.tsx'
import { JobStatus } from './job-status.tsx'
import type { PostedJob } from './posted-jobs.ts'
import styles from './posted-jobs.module.css'

interface Props {
  job: PostedJob
  chat: string | undefined
  onEdit: () => void
  onDelete: () => void
  /** The page was led to this very job. */
  isChosen: boolean
  /** Its bids. */
  children: ReactNode
}

/** A job. Its bids are open under it from the first where one of them can be accepted, or may yet come. */
export function PostedJobRow({ job, isChosen, children, ...actions }: Props) {
  const waits = job.bids.length === 0 || job.bids.some((bid) => bid.can_accept)
  const [isOpen, setOpen] = useState(isChosen || waits)
  const [waited, setWaited] = useState(waits)
  const [hasDetails, setDetails] = useState(false)
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'start' })
  }, [isChosen])
  // Also under one that had none left: the next to come is not overlooked.
  if (waits !== waited) {
    setWaited(waits)
    if (waits) setOpen(true)
  }
  return (
    <article className={styles.job} ref={row} aria-label={job.title}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h3 className={styles.title}>
            <bdi>{job.title}</bdi>
          </h3>
          <p className={styles.facts}>
            <span>{job.category}</span>
            {job.location ? <bdi className={styles.place}>{job.location}</bdi> : null}
            <span>
              posted <Time at={job.created_at} />
            </span>
            <UnstyledButton
              className={styles.link}
              aria-expanded={hasDetails}
              onClick={() => setDetails(!hasDetails)}
            >
              {detailsLabel(job.photos.length)}
            </UnstyledButton>
          </p>
        </div>
        <div className={styles.facing}>
          <span className={styles.budget}>
            <Money amount={job.budget} />
          </span>
          <span className={styles.status}>
            <JobStatus job={job} />
          </span>
          <JobActions job={job} {...actions} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        </div>
      </div>
      {hasDetails ? <JobDetails job={job} /> : null}
      {isOpen ? children : null}
    </article>
  )
}

function detailsLabel(photos: number) {
  if (photos === 0) return 'Details'
  return photos === 1 ? 'Details and 1 photo' : `Details and ${photos} photos`
}
