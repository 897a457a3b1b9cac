import { queryOptions, useQuery } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { supabase } from '#lib/supabase.ts'
import { Loaded } from '#ui/query-states.tsx'
import { TileSkeletons } from '#ui/skeletons.tsx'
import { Tile, Tiles } from '#ui/tile.tsx'

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
  const client = await supabase()
  const row = dataOf(await client.from('dashboard_consultant_summary').select('*').single())
  return {
    consultations: row.consultations ?? 0,
    earnings: row.earnings ?? 0,
    upcoming: row.upcoming ?? 0,
    averageRating: row.average_rating,
    reviews: row.review_count ?? 0,
    due: row.amount_due ?? 0,
    paid: row.amount_paid ?? 0,
    today: row.today ?? '',
  }
}
