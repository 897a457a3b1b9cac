import { queryOptions, useQuery } from '@tanstack/react-query'
import { afterJoin } from '#lib/live/after-join.ts'
import { formatMoney } from '#lib/format.ts'
import { Loaded } from '#ui/query-states.tsx'
import { TileSkeletons } from '#ui/skeletons.tsx'
import { Tile, Tiles } from '#ui/tile.tsx'
import { readContractorFigures } from '#lib/my-dashboard.ts'

/** Shows the contractor's figures. */
export function ContractorTiles() {
  const query = useQuery(contractorSummary)
  return (
    <Loaded
      query={query}
      loading="Loading your stats..."
      failed="Failed to load your stats."
      skeleton={<TileSkeletons />}
    >
      {({ total, pending, won, finished, winRate, decidedWinRate, due, paid }) => (
        <Tiles>
          <Tile
            label="Total Bids"
            figure={integer.format(total)}
            context={`${integer.format(pending)} pending`}
            to="/contractor/bids"
          />
          <Tile
            label="Jobs Won"
            figure={integer.format(won)}
            context={`${integer.format(finished)} finished`}
            to="/contractor/bids?tab=won"
          />
          <Tile
            label="Win Rate (%)"
            figure={winRate.toFixed(1)}
            context={describeWinRate(won, total, decidedWinRate)}
            to="/contractor/bids?tab=won"
          />
          <Tile
            label="Owed to You"
            figure={formatMoney(due)}
            context={`${formatMoney(paid)} paid`}
            to="/contractor/payments"
          />
        </Tiles>
      )}
    </Loaded>
  )
}

function describeWinRate(won: number, total: number, decidedWinRate: number | null) {
  const all = `${integer.format(won)} of ${integer.format(total)} bids`
  if (decidedWinRate === null) return `${all}, none decided`
  return `${all}, ${decidedWinRate.toFixed(1)}% of decided bids`
}

const integer = new Intl.NumberFormat('en-US')

export const contractorSummary = queryOptions({
  queryKey: ['analytics', 'contractor-summary'],
  queryFn: afterJoin(readSummary),
})

async function readSummary() {
  const row = await readContractorFigures()
  return {
    total: row.total_bids,
    won: row.awarded_bids,
    winRate: row.win_rate,
    decidedWinRate: row.decided_win_rate,
    pending: row.pending_bids,
    finished: row.finished_bids,
    due: row.amount_due,
    paid: row.amount_paid,
  }
}
