import { Button } from '@mantine/core'
import { MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { againstBudget } from '#lib/format/money.ts'
import { nameOf } from '#lib/format/name.ts'
import { Money } from '#ui/money.tsx'
import { Row } from '#ui/rows/row.tsx'
import { Time } from '#ui/time.tsx'
import { BidChip } from '../bid-chip.tsx'
import type { MyBid } from './my-bids.ts'
import { nextMove } from './next-move.ts'
import styles from './own-bids.module.css'

export interface BidActions {
  onWithdraw: (bid: MyBid) => void
  /** What can be done with the job of a bid. */
  renderJobAction: (bid: MyBid) => ReactNode
}

/** One bid of one's own. */
export function BidRow({ bid, onWithdraw, renderJobAction }: { bid: MyBid } & BidActions) {
  const { job, amount, status } = bid
  return (
    <Row
      title={job.title}
      facts={[
        nameOf(job.facility),
        <Time key="placed" at={bid.created_at} />,
        againstBudget(amount, job.budget),
        nextMove(bid),
      ]}
      status={<BidChip status={status} />}
      figure={<Money amount={amount} />}
      action={
        <span className={styles.actions}>
          {renderJobAction(bid)}
          {bid.can_chat ? <Chat job={job} /> : null}
          {bid.can_withdraw ? (
            <Button
              variant="default"
              size="sm"
              aria-label={`Withdraw: ${job.title}`}
              onClick={() => onWithdraw(bid)}
            >
              Withdraw
            </Button>
          ) : null}
        </span>
      }
    />
  )
}

function Chat({ job: { id, title } }: { job: MyBid['job'] }) {
  return (
    <Button
      component={Link}
      to={`/chat/job/${id}`}
      variant="default"
      size="sm"
      leftSection={<MessageSquare size={15} aria-hidden />}
      aria-label={`Chat: ${title}`}
    >
      Chat
    </Button>
  )
}
