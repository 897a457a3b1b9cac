import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { ChevronDown, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#lib/format.ts'
import { jobPath } from '#lib/job-paths.ts'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { FinishedJobMenu } from './finished-job-menu.tsx'
import { JobStatusChip } from './job-status-chip.tsx'
import { JobThumbnail } from './job-thumbnail.tsx'
import styles from './posted-job-row.module.css'
import type { PostedJob } from './posted-jobs.queries.ts'

interface Props {
  job: PostedJob
  /** The address of the chat with the contractor who has the award. */
  chatPath: string | undefined
  onEdit: () => void
  onDelete: () => void
  /** Whether the URL names this job. */
  isChosen: boolean
  /** The addresses of the job's photos. */
  photos: string[]
  children: ReactNode
}

/**
 * Shows a posted job. Its bids are visible at first in three cases: the facility can accept a bid, the job has no bids,
 * or the URL names the job.
 */
export function PostedJobRow({ job, isChosen, photos, children, ...actions }: Props) {
  const awaitsDecision = job.bids.length === 0 || job.bids.some((bid) => bid.can_accept)
  const [isOpen, setOpen] = useState(isChosen || awaitsDecision)
  const [awaitedDecision, setAwaitedDecision] = useState(awaitsDecision)
  const [areDetailsShown, setDetailsShown] = useState(false)
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'start' })
  }, [isChosen])
  // Show the bids again when the facility can accept a new bid, so that the facility notices the bid.
  if (awaitsDecision !== awaitedDecision) {
    setAwaitedDecision(awaitsDecision)
    if (awaitsDecision) setOpen(true)
  }
  return (
    <article className={styles.job} ref={row} aria-label={job.title}>
      <div className={styles.head}>
        <JobThumbnail job={job} photos={photos} />
        <div className={styles.words}>
          <h3 className={styles.title}>
            <Link to={jobPath('facility', job.id)}>
              <bdi>{job.title}</bdi>
            </Link>
          </h3>
          <p className={styles.facts}>
            <span>{job.category}</span>
            {job.location ? <bdi className={styles.place}>{job.location}</bdi> : null}
            <span>
              posted <Time at={job.created_at} />
            </span>
            <UnstyledButton
              className={styles.link}
              aria-expanded={areDetailsShown}
              onClick={() => setDetailsShown(!areDetailsShown)}
            >
              Details
            </UnstyledButton>
          </p>
        </div>
        <div className={styles.facing}>
          <span className={styles.budget}>
            <MoneyText amount={priceOf(job)} />
          </span>
          <span className={styles.status}>
            <JobStatusChip job={job} />
          </span>
          <JobActions job={job} {...actions} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        </div>
      </div>
      {areDetailsShown ? (
        <p className={styles.description} dir="auto">
          {job.description}
        </p>
      ) : null}
      {isOpen ? children : null}
    </article>
  )
}

/** Returns the amount of the accepted bid for a finished job, and the budget for any other job. */
function priceOf({ status, budget, bids }: PostedJob) {
  const accepted = status === 'finished' ? bids.find((bid) => bid.status === 'accepted') : undefined
  return accepted?.amount ?? budget
}

interface JobActionsProps {
  job: PostedJob
  chatPath: string | undefined
  onEdit: () => void
  onDelete: () => void
  isOpen: boolean
  onToggle: () => void
}

function JobActions({ job, chatPath, onEdit, onDelete, isOpen, onToggle }: JobActionsProps) {
  return (
    <div className={styles.actions}>
      {job.total_bids > 0 ? (
        <UnstyledButton className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
          {formatCount(job.bid_count ?? 0, 'bid')}
          <ChevronDown size={15} aria-hidden />
        </UnstyledButton>
      ) : null}
      {chatPath ? (
        <Button
          component={Link}
          to={chatPath}
          size="compact-md"
          variant="default"
          leftSection={<MessageSquare size={14} aria-hidden />}
        >
          Chat
        </Button>
      ) : null}
      {job.can_edit ? (
        <ActionIcon variant="subtle" color="gray" size={32} aria-label="Edit job" onClick={onEdit}>
          <Pencil size={16} aria-hidden />
        </ActionIcon>
      ) : null}
      {job.can_delete ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Delete job"
          onClick={onDelete}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      ) : null}
      <FinishedJobMenu job={job} />
    </div>
  )
}
