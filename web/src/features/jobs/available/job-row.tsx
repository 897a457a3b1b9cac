import { Button } from '@mantine/core'
import { counted } from '#lib/format/counted.ts'
import { FoldedText } from '#ui/folded-text.tsx'
import { Money } from '#ui/money.tsx'
import { PhotoStrip } from '#ui/photos/photo-strip.tsx'
import { Time } from '#ui/time.tsx'
import styles from './available-jobs.module.css'
import type { AvailableJob } from './available-jobs.ts'
import { MyBidChip } from './my-bid-chip.tsx'

interface Props {
  job: AvailableJob
  photos: string[]
  onBid: (job: AvailableJob) => void
}

/** One job: what is to be done, for whom, where, for how much, and the way to bid. */
export function JobRow({ job, photos, onBid }: Props) {
  return (
    <div className={styles.job}>
      <div className={styles.words}>
        <h3 className={styles.title} dir="auto">
          {job.title}
        </h3>
        <p className={styles.facts}>
          <bdi>{job.facilityName}</bdi>
          {job.location ? <bdi>{job.location}</bdi> : null}
          <span>{job.category}</span>
          <Time at={job.createdAt} />
          <span>{job.bidCount === 0 ? 'no bids yet' : counted(job.bidCount, 'bid')}</span>
        </p>
        <FoldedText>{job.description}</FoldedText>
        <PhotoStrip of={job.title} addresses={photos} />
      </div>
      <div className={styles.side}>
        <span>
          <span className={styles.label}>Budget</span> <Money amount={job.budget} />
        </span>
        {job.myBidStatus ? <MyBidChip status={job.myBidStatus} /> : null}
        {job.canBid ? (
          <Button size="sm" aria-label={`Place Bid: ${job.title}`} onClick={() => onBid(job)}>
            Place Bid
          </Button>
        ) : null}
      </div>
    </div>
  )
}
