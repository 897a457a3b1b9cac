import { useQuery } from '@tanstack/react-query'
import { compareToBudget } from '#lib/format.ts'
import { BidLine } from '#ui/bid-line.tsx'
import { Section } from '#ui/page.tsx'
import { LoadedQuietly } from '#ui/query-states.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { BidChip } from './bid-chip.tsx'
import { ownBidsOnJob } from './bids-on-job.queries.ts'
import styles from './bids-on-job.module.css'
import { toLineBid } from './bids-on-job.tsx'
import { describeNextStep } from './my-bid-row.tsx'
import type { MyBid } from './my-bids.queries.ts'

interface Props {
  userId: string
  job: { id: string; budget: number }
}

/** Shows the contractor's bid on a job against the budget, and earlier bids below. Shows nothing if there is no bid. */
export function OwnBidOnJob({ userId, job }: Props) {
  return (
    <LoadedQuietly query={useQuery(ownBidsOnJob(userId, job.id))} failed="Failed to load your bid.">
      {([bid, ...earlier]) =>
        bid ? (
          <Section title="Your bid" isPlain>
            <LatestBid bid={bid} budget={job.budget} />
            {earlier.length > 0 ? <EarlierBids bids={earlier} /> : null}
          </Section>
        ) : null
      }
    </LoadedQuietly>
  )
}

function LatestBid({ bid, budget }: { bid: MyBid; budget: number }) {
  return (
    <div className={styles.own}>
      <div className={styles.words}>
        <p className={styles.amount}>
          <MoneyText amount={bid.amount} />
          <BidChip status={bid.status} />
        </p>
        <p className={styles.evidence}>
          {compareToBudget(bid.amount, budget)} · <Time at={bid.created_at} /> ·{' '}
          <bdi>{describeNextStep(bid)}</bdi>
        </p>
      </div>
      <div className={styles.line}>
        <BidLine budget={budget} bids={[toLineBid(bid)]} isWide />
      </div>
    </div>
  )
}

function EarlierBids({ bids }: { bids: readonly MyBid[] }) {
  return (
    <ul className={styles.earlier} aria-label="Earlier bids">
      {bids.map(({ id, amount, status, created_at: at }) => (
        <li key={id}>
          <MoneyText amount={amount} />
          <BidChip status={status} />
          <Time at={at} />
        </li>
      ))}
    </ul>
  )
}
