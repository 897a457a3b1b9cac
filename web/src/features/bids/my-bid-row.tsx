import { Button } from '@mantine/core'
import { MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { compareToBudget, nameOf } from '#lib/format.ts'
import { jobPath } from '#lib/job-paths.ts'
import { Row } from '#ui/rows/row.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { BidChip } from './bid-chip.tsx'
import styles from './my-bid-row.module.css'
import type { MyBid } from './my-bids.queries.ts'

export interface BidActions {
  onWithdraw: (bid: MyBid) => void
  /** Renders the action on the bid's job, such as "Mark Complete". */
  renderJobAction: (bid: MyBid) => ReactNode
}

export function BidRow({ bid, onWithdraw, renderJobAction }: { bid: MyBid } & BidActions) {
  const { job, amount, status } = bid
  return (
    <Row
      title={job.title}
      to={jobPath('contractor', job.id)}
      facts={[
        nameOf(job.facility),
        <Time key="placed" at={bid.created_at} />,
        compareToBudget(amount, job.budget),
        describeNextStep(bid),
      ]}
      status={<BidChip status={status} />}
      figure={<MoneyText amount={amount} />}
      action={
        <span className={styles.actions}>
          {renderJobAction(bid)}
          {bid.can_chat ? <ChatButton job={job} /> : null}
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

function ChatButton({ job: { id, title } }: { job: MyBid['job'] }) {
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

/** Describes who has to take the next step, or how the bid ended. */
export function describeNextStep(bid: MyBid): string {
  const { status, job } = bid
  switch (status) {
    case 'pending':
      return `Waiting for ${nameOf(job.facility)}`
    case 'accepted':
      return describeWonJob(job)
    case 'withdrawn':
      return 'You withdrew this bid'
    default:
      return explainRejection(bid)
  }
}

function describeWonJob({ can_finish: canFinish, payments, facility }: MyBid['job']) {
  if (canFinish) return 'Waiting for you to finish the work'
  return payments?.status === 'pending'
    ? `Waiting for ${nameOf(facility)} to pay`
    : 'Nothing left to do'
}

/** Explains why a bid was rejected. */
function explainRejection({ contractor_id: contractorId, job }: MyBid) {
  if (job.is_deleted) return 'The job was deleted'
  if (job.awarded_contractor_id === contractorId) return 'Your other bid was accepted'
  if (job.awarded_contractor_id) return 'Awarded to another contractor'
  return job.can_bid ? 'The award was revoked; you can bid again' : 'The award was revoked'
}
