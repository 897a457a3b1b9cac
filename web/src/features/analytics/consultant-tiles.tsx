import { queryOptions, useQuery } from '@tanstack/react-query'
import { afterJoin } from '#lib/live/after-join.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { Loaded } from '#ui/query-states.tsx'
import { TileSkeletons } from '#ui/skeletons.tsx'
import { Tile, Tiles } from '#ui/tile.tsx'
import { readConsultantFigures } from '#lib/my-dashboard.ts'

/** Shows the consultant's figures. */
export function ConsultantTiles({ userId }: { userId: string }) {
  return (
    <Loaded
      query={useQuery(consultantSummary(userId))}
      loading="Loading your stats..."
      failed="Failed to load your stats."
      skeleton={<TileSkeletons />}
    >
      {({ consultations, earnings, averageRating, upcoming, reviews, due, paid }) => (
        <Tiles>
          <Tile
            label="Consultations"
            figure={formatCount(consultations)}
            context={`${formatCount(consultations - upcoming)} past`}
            to="?consultations.when=held#consultations"
          />
          <Tile
            label="Earnings"
            figure={formatMoney(earnings)}
            context={`${formatMoney(due)} due, ${formatMoney(paid)} paid`}
            to="?#payments"
          />
          <Tile
            label="Avg. Rating"
            figure={averageRating?.toFixed(1) ?? '–'}
            context={reviews > 0 ? `from ${formatCount(reviews, 'review')}` : 'no reviews yet'}
            to="/consultant/reviews"
          />
          <Tile
            label="Upcoming"
            figure={formatCount(upcoming)}
            context="scheduled"
            to="?#consultations"
          />
        </Tiles>
      )}
    </Loaded>
  )
}

/** Reads the consultant's figures and today's date in the consultant's time zone. */
export const consultantSummary = (userId: string) =>
  queryOptions({
    queryKey: ['analytics', 'consultant-summary', userId],
    queryFn: afterJoin(readSummary),
  })

async function readSummary() {
  const row = await readConsultantFigures()
  return {
    consultations: row.consultations,
    earnings: row.earnings,
    upcoming: row.upcoming,
    averageRating: row.average_rating,
    reviews: row.review_count,
    due: row.amount_due,
    paid: row.amount_paid,
    today: row.today,
  }
}
