import { useQuery } from '@tanstack/react-query'
import { Gavel, MessageSquare } from 'lucide-react'
import { useListState } from '#lib/list-state.ts'
import { countedTabs, tabIn } from '#lib/list-tabs.ts'
import { NothingYet } from '#ui/empty.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { TabsFilter } from '#ui/table/tabs-filter.tsx'
import { bidCounts, bidTabs, type MyBid, pageSize, useMyBids } from './bids.queries.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { againstBudget } from '#lib/format/money.ts'
import { nameOf } from '#lib/format/name.ts'
import { Money } from '#ui/money.tsx'
import { Row } from '#ui/rows/row.tsx'
import { Time } from '#ui/time.tsx'
import { BidChip } from './bid-chip.tsx'
import styles from './my-bids.module.css'

interface Props extends BidActions {
  userId: string
}

const noBidsYet = (
  <NothingYet icon={Gavel} title="No bids yet.">
    Choose one of the available jobs, and say what you would do it for.
  </NothingYet>
)

/** "Your Bids": how each stands, who moves next, and what can be done. */
export function OwnBids({ userId, ...actions }: Props) {
  const list = useListState({
    prefix: 'bids',
    filters: ['tab'],
    known: { tab: bidTabs.map(({ value }) => value) },
    sorts: [],
    sort: { by: 'created_at', descending: true },
  })
  const { data: counts } = useQuery(bidCounts(userId))
  const { label } = tabIn(bidTabs, list.filters['tab'])
  return (
    <Section title="Your Bids" anchor="your-bids" isFlush>
      <TabsFilter
        list={list}
        name="tab"
        label="Your bids by status"
        tabs={countedTabs(bidTabs, counts)}
      />
      <Paged
        query={useMyBids(userId, list)}
        list={list}
        size={pageSize}
        loading="Loading bids..."
        failed="Your bids could not be loaded."
        nothing={noBidsYet}
        noMatch={`None of your bids is ${label.toLowerCase()}.`}
        pagesLabel="Pages of your bids"
      >
        {({ rows, view }) => (
          <RowList label="Your bids" rows={rows} keyOf={({ id }) => id} view={view}>
            {(bid) => <BidRow bid={bid} {...actions} />}
          </RowList>
        )}
      </Paged>
    </Section>
  )
}

interface BidActions {
  onWithdraw: (bid: MyBid) => void
  /** What can be done with the job of a bid. */
  renderJobAction: (bid: MyBid) => ReactNode
}

/** One bid of one's own. */
function BidRow({ bid, onWithdraw, renderJobAction }: { bid: MyBid } & BidActions) {
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

/** Who moves next, or why nobody does. */
function nextMove(bid: MyBid): string {
  const { status, job } = bid
  switch (status) {
    case 'pending':
      return `Waiting for ${nameOf(job.facility)}`
    case 'accepted':
      return afterAward(job)
    case 'withdrawn':
      return 'You withdrew it'
    default:
      return whyRejected(bid)
  }
}

function afterAward({ can_finish: canFinish, payments, facility }: MyBid['job']) {
  if (canFinish) return 'Waiting for you to finish the work'
  return payments?.status === 'pending'
    ? `Waiting for ${nameOf(facility)} to pay`
    : 'Nothing left to do'
}

/** A bid is rejected by an award or with its job; without either, the award was taken back. */
function whyRejected({ contractor_id: me, job }: MyBid) {
  if (job.is_deleted) return 'The job was deleted'
  if (job.awarded_contractor_id === me) return 'Another bid of yours was accepted'
  if (job.awarded_contractor_id) return 'Given to another contractor'
  return job.can_bid ? 'The award was taken back: you can bid again' : 'The award was taken back'
}
