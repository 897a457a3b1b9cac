import { Button } from '@mantine/core'
import { MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { counted } from '#lib/format/counted.ts'
import { againstBudget } from '#lib/format/money.ts'
import { lesserNameOf, nameOf } from '#lib/format/name.ts'
import { Money } from '#ui/money.tsx'
import { Person } from '#ui/person.tsx'
import { Time } from '#ui/time.tsx'
import { BidChip } from './bid-chip.tsx'
import styles from './job-bids.module.css'

interface JobBid {
  id: string
  amount: number
  status: string
  created_at: string
  can_accept: boolean | null
  can_chat: boolean | null
  contractor: {
    id: string
    role: string
    full_name: string | null
    username: string | null
    company_name: string | null
    profile_picture: string | null
  } | null
}

interface Props {
  bids: JobBid[]
  /** How many there are, where these are not all. */
  total: number
  /** Where the others stand. */
  othersAt: string
  budget: number
  /** Where the facility and that contractor talk, unless it stands elsewhere. */
  chatWith: (contractorId: string) => string | undefined
  onAccept: (bid: JobBid) => void
}

/** As many as are judged without scrolling. */
const few = 6

/** What is offered for a job, the lowest first. */
export function JobBids({ bids, total, othersAt, budget, chatWith, onAccept }: Props) {
  const [isWhole, setWhole] = useState(false)
  if (bids.length === 0) return <p className={styles.none}>No bids yet.</p>
  const shown = isWhole ? bids : bids.slice(0, few)
  return (
    <>
      <ul className={styles.bids} aria-label="Bids">
        {shown.map((bid) => (
          <BidRow
            key={bid.id}
            bid={bid}
            budget={budget}
            chat={bid.can_chat && bid.contractor ? chatWith(bid.contractor.id) : undefined}
            onAccept={() => onAccept(bid)}
          />
        ))}
      </ul>
      {bids.length > few ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer bids' : showAll(bids.length, total)}
        </Button>
      ) : null}
      {isWhole && total > bids.length ? (
        <Button component={Link} to={othersAt} variant="subtle" size="compact-sm">
          {`List of all ${counted(total)} bids`}
        </Button>
      ) : null}
    </>
  )
}

function showAll(shown: number, total: number) {
  return shown < total ? `Show the first ${shown} bids` : `Show all ${shown} bids`
}

interface RowProps {
  bid: JobBid
  budget: number
  chat: string | undefined
  onAccept: () => void
}

function BidRow({ bid, budget, chat, onAccept }: RowProps) {
  const { contractor } = bid
  return (
    <li className={styles.bid}>
      <span className={styles.who}>
        <Person
          id={contractor?.id ?? bid.id}
          name={nameOf(contractor)}
          detail={lesserNameOf(contractor)}
          picture={contractor?.profile_picture}
          size={28}
        />
      </span>
      <span className={styles.amount}>
        <Money amount={bid.amount} />
        <span className={styles.difference}>{againstBudget(bid.amount, budget)}</span>
      </span>
      <span className={styles.when}>
        <Time at={bid.created_at} />
      </span>
      <span className={styles.status}>
        <BidChip status={bid.status} />
      </span>
      <span className={styles.actions}>
        {chat ? (
          <Button
            component={Link}
            to={chat}
            size="compact-md"
            variant="default"
            leftSection={<MessageSquare size={14} aria-hidden />}
          >
            Chat
          </Button>
        ) : null}
        {bid.can_accept ? (
          <Button size="compact-md" onClick={onAccept}>
            Accept Bid
          </Button>
        ) : null}
      </span>
    </li>
  )
}
