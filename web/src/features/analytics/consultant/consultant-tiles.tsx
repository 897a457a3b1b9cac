import { useQuery } from '@tanstack/react-query'
import { counted } from '#lib/format/counted.ts'
import { money } from '#lib/format/money.ts'
import { Loaded } from '#ui/loaded.tsx'
import { TileSkeletons } from '#ui/skeletons.tsx'
import { Tile, Tiles } from '#ui/tile.tsx'
import { consultantSummary } from './consultant-summary.ts'

/** The consultant's figures, each above the list that it counts. */
export function ConsultantTiles({ userId }: { userId: string }) {
  return (
    <Loaded
      query={useQuery(consultantSummary(userId))}
      loading="Loading your figures..."
      failed="Failed to load your figures."
      skeleton={<TileSkeletons />}
    >
      {({ consultations, earnings, averageRating, upcoming, reviews, due, paid }) => (
        <Tiles>
          <Tile
            label="Consultations"
            figure={counted(consultations)}
            context={`${counted(consultations - upcoming)} past`}
            to="?consultations.when=held#consultations"
          />
          <Tile
            label="Earnings"
            figure={money(earnings)}
            context={`${money(due)} due, ${money(paid)} paid`}
            to="?#payments"
          />
          <Tile
            label="Avg. Rating"
            figure={averageRating?.toFixed(1) ?? '–'}
            context={reviews > 0 ? `from ${counted(reviews, 'review')}` : 'no reviews yet'}
            to="/consultant/reviews"
          />
          <Tile
            label="Upcoming"
            figure={counted(upcoming)}
            context="with time ahead"
            to="?#consultations"
          />
        </Tiles>
      )}
    </Loaded>
  )
}
