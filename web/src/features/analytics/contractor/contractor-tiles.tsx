import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#ui/loaded.tsx'
import { TileSkeletons } from '#ui/skeletons.tsx'
import { Tile, Tiles } from '#ui/tile.tsx'
import { contractorSummary } from './contractor-summary.ts'

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
