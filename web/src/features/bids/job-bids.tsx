import { Button } from '@mantine/core'
import { MessageSquare } from 'lucide-react'
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import { Link } from 'react-router'
import { compareToBudget, formatCount, nameOf, secondaryNameOf } from '#lib/format.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { Person } from '#ui/person.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import type { BidToAccept } from './accept-bid-dialog.tsx'
import { BidChip } from './bid-chip.tsx'
import styles from './job-bids.module.css'

const AcceptBidDialog = lazyPart(() => import('./accept-bid-dialog.tsx'), PlainDialog)

const AcceptBidContext = createContext<(bid: BidToAccept) => void>(() => undefined)

/** Renders one "Accept Bid" dialog, which stays open even if the job leaves the list. */
export function AcceptBidProvider({ children }: { children: ReactNode }) {
  const { subject: bid, opened, open, close } = useDialog<BidToAccept>()
  return (
    <AcceptBidContext value={open}>
      {children}
      <Suspense>
        {bid ? <AcceptBidDialog key={bid.id} bid={bid} opened={opened} onClose={close} /> : null}
      </Suspense>
    </AcceptBidContext>
  )
}

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
  /** `bids` contains at most 100 bids, and `total_bids` is the number of all bids on the job. */
  job: { id: string; title: string; budget: number; total_bids: number; bids: JobBid[] }
  /** The address of the list of all bids on the job. */
  allBidsPath: string
  /** Returns the path of the chat, or undefined if the job's row already links to the chat. */
  chatPathFor: (contractorId: string) => string | undefined
  /** Whether all bids that were read are visible at first. */
  isWhole?: boolean
}

/** The number of bids that fit on a screen without scrolling. */
const collapsedCount = 6

export function JobBids({ job, allBidsPath, chatPathFor, isWhole = false }: Props) {
  const { bids, total_bids: total, budget } = job
  const openAcceptBid = useContext(AcceptBidContext)
  const [isExpanded, setExpanded] = useState(isWhole)
  if (bids.length === 0) return <NoBids isWhole={isWhole} />
  const isReadOnly = bids.every((bid) => !bid.can_accept && !bid.can_chat)
  const shown = isExpanded ? bids : bids.slice(0, collapsedCount)
  return (
    <>
      <ul
        className={styles.bids}
        aria-label="Bids"
        data-whole={isWhole || undefined}
        data-read-only={isReadOnly || undefined}
      >
        {shown.map((bid) => (
          <BidRow
            key={bid.id}
            bid={bid}
            budget={budget}
            chatPath={bid.can_chat && bid.contractor ? chatPathFor(bid.contractor.id) : undefined}
            onAccept={() => {
              const { id, amount, contractor } = bid
              openAcceptBid({ id, amount, contractor: nameOf(contractor), job })
            }}
          />
        ))}
      </ul>
      {bids.length > collapsedCount && !isWhole ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show fewer bids' : expandLabel(bids.length, total)}
        </Button>
      ) : null}
      {isExpanded && total > bids.length ? (
        <Button component={Link} to={allBidsPath} variant="subtle" size="compact-sm">
          {`List of all ${formatCount(total)} bids`}
        </Button>
      ) : null}
    </>
  )
}

function NoBids({ isWhole }: { isWhole: boolean }) {
  return (
    <p className={styles.none} data-whole={isWhole || undefined}>
      No bids yet.
    </p>
  )
}

function expandLabel(shown: number, total: number) {
  return shown < total ? `Show the first ${shown} bids` : `Show all ${shown} bids`
}

interface BidRowProps {
  bid: JobBid
  budget: number
  chatPath: string | undefined
  onAccept: () => void
}

function BidRow({ bid, budget, chatPath, onAccept }: BidRowProps) {
  const { contractor } = bid
  return (
    <li className={styles.bid}>
      <span className={styles.who}>
        <Person
          name={nameOf(contractor)}
          detail={secondaryNameOf(contractor)}
          picture={contractor?.profile_picture}
          size={28}
        />
      </span>
      <span className={styles.amount}>
        <MoneyText amount={bid.amount} />
        <span className={styles.difference}>{compareToBudget(bid.amount, budget)}</span>
      </span>
      <span className={styles.when}>
        <Time at={bid.created_at} />
      </span>
      <span className={styles.status}>
        <BidChip status={bid.status} />
      </span>
      <span className={styles.actions}>
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
        {bid.can_accept ? (
          <Button size="compact-md" variant="light" onClick={onAccept}>
            Accept Bid
          </Button>
        ) : null}
      </span>
    </li>
  )
}
