import { useQuery, useQueryClient } from '@tanstack/react-query'
import { againstBudget, money } from '#lib/format/money.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import { acceptBid, otherBids } from './bids.mutations.ts'

export interface BidToAccept {
  id: string
  amount: number
  contractor: string
  job: { id: string; title: string; budget: number }
}

interface Props {
  bid: BidToAccept
  opened: boolean
  onClose: () => void
}

export default function AcceptBidDialog({ bid, opened, onClose }: Props) {
  const queries = useQueryClient()
  const { data: others } = useQuery({ ...otherBids(bid.id, bid.job.id), enabled: opened })
  const readAgain = async () => {
    const keys = ['jobs', 'bids', 'analytics']
    await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))
  }
  const accept = async () => {
    try {
      await acceptBid(bid.id, bid.job.id)
      toast('Bid accepted and others rejected.')
    } finally {
      // Also where it was refused: the list behind shows why.
      void readAgain()
    }
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Accept Bid"
      question="Accept this bid? This will reject all others."
      confirm="Accept Bid"
      onConfirm={accept}
      failed="Something went wrong."
    >
      <bdi>{bid.contractor}</bdi> does <bdi>{bid.job.title}</bdi> for {money(bid.amount)},{' '}
      {againstBudget(bid.amount, bid.job.budget)}. {effectOn(others)}
    </ConfirmDialog>
  )
}

function effectOn(others: number | undefined) {
  if (others === undefined) return ''
  if (others === 0) return 'No other bid is pending.'
  return others === 1 ? '1 other bid is rejected.' : `${others} other bids are rejected.`
}
