import { Link } from 'react-router'
import { type Named as Person, nameOf } from '#lib/format/name.ts'
import { FactsList } from '#ui/facts-list.tsx'
import { Money } from '#ui/money.tsx'
import { Named } from '#ui/named.tsx'
import { Time } from '#ui/time.tsx'
import { BidChip } from '../bid-chip.tsx'

interface Bid {
  id: string
  amount: number
  status: string
  created_at: string
  contractor_id: string
  contractor: Person | null
}

interface Props {
  job: { title: string; bids: Bid[] }
  /** So many are shown. */
  most: number
  /** Where all of them stand. */
  allAt: string
}

/** What was offered for a job, the newest first. */
export function BidsOfJob({ job: { title, bids }, most, allAt }: Props) {
  const items = bids.slice(0, most).map((bid) => ({
    id: bid.id,
    who: <Named id={bid.contractor_id}>{nameOf(bid.contractor)}</Named>,
    figure: <Money amount={bid.amount} />,
    status: <BidChip status={bid.status} />,
    when: <Time at={bid.created_at} />,
  }))
  return (
    <>
      <FactsList label={`Bids on ${title}`} none="No bids yet." items={items} />
      {bids.length > most ? <Link to={allAt}>All bids</Link> : null}
    </>
  )
}
