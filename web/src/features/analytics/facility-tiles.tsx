import { queryOptions, useQuery } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { formatCount } from '#lib/format.ts'
import { supabase } from '#lib/supabase.ts'
import { Loaded } from '#ui/query-states.tsx'
import { TileSkeletons } from '#ui/skeletons.tsx'
import { Tile, Tiles } from '#ui/tile.tsx'

interface Props {
  userId: string
  /** The paths of the lists to which the tiles link. */
  lists: { bids: string; consultations: string; activeJobs: string; jobs: string }
}

const integer = new Intl.NumberFormat('en-US')

export function FacilityTiles({ userId, lists }: Props) {
  const query = useQuery(facilitySummary(userId))
  return (
    <Loaded
      query={query}
      loading="Loading your stats..."
      failed="Failed to load your stats."
      skeleton={<TileSkeletons />}
    >
      {(figures) => (
        <Tiles>
          <Tile
            label="Number of Bids"
            figure={formatFigure(figures.total_bids)}
            context={formatCount(figures.active_contractors ?? 0, 'active contractor')}
            to={lists.bids}
          />
          <Tile
            label="Booked Consultants"
            figure={formatFigure(figures.booked_consultants)}
            context="upcoming"
            to={lists.consultations}
          />
          <Tile
            label="Active Jobs"
            figure={formatFigure(figures.active_jobs)}
            context="open or awarded"
            to={lists.activeJobs}
          />
          <Tile
            label="Posted Jobs"
            figure={formatFigure(figures.total_jobs)}
            context="total"
            to={lists.jobs}
          />
        </Tiles>
      )}
    </Loaded>
  )
}

function formatFigure(value: number | null) {
  return integer.format(value ?? 0)
}

const facilitySummary = (userId: string) =>
  queryOptions({
    queryKey: ['analytics', 'facility-summary', userId],
    queryFn: afterJoin(readFacilitySummary),
  })

async function readFacilitySummary() {
  const client = await supabase()
  return dataOf(await client.from('dashboard_facility_summary').select('*').single())
}
