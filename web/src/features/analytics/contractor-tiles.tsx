import { queryOptions, useQuery } from '@tanstack/react-query'
import { Loaded } from '#ui/query-states.tsx'
import { TileSkeletons } from '#ui/skeletons.tsx'
import { Tile, Tiles } from '#ui/tile.tsx'
import { dataOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

/** The contractor's figures, each above the list that it counts. */
export function ContractorTiles() {
  const query = useQuery(contractorSummary)
  return (
    <Loaded
      query={query}
      loading="Loading your figures..."
      failed="Your figures could not be loaded."
      skeleton={<TileSkeletons count={3} />}
    >
      {({ total, pending, won, finished, winRate }) => (
        <Tiles>
          <Tile
            label="Total Bids"
            figure={whole.format(total)}
            context={`${whole.format(pending)} pending`}
            to="?#your-bids"
          />
          <Tile
            label="Jobs Won"
            figure={whole.format(won)}
            context={`${whole.format(finished)} finished`}
            to="?bids.tab=won#your-bids"
          />
          <Tile
            label="Win Rate (%)"
            figure={winRate.toFixed(1)}
            context={`${whole.format(won)} of ${whole.format(total)} bids`}
            to="?bids.tab=won#your-bids"
          />
        </Tiles>
      )}
    </Loaded>
  )
}

const whole = new Intl.NumberFormat('en-US')

/** The figures of the contractor who asks: how the bids went, and what was earned. */
export const contractorSummary = queryOptions({
  queryKey: ['analytics', 'contractor-summary'],
  queryFn: readSummary,
})

async function readSummary() {
  const client = await supabase()
  const row = dataOf(await client.from('dashboard_contractor_summary').select('*').single())
  return {
    total: row.total_bids ?? 0,
    won: row.awarded_bids ?? 0,
    winRate: row.win_rate ?? 0,
    pending: row.pending_bids ?? 0,
    finished: row.finished_bids ?? 0,
    due: row.amount_due ?? 0,
    paid: row.amount_paid ?? 0,
  }
}
