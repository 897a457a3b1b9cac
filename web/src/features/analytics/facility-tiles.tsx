import { queryOptions, useQuery } from '@tanstack/react-query'
import { afterJoin } from '#lib/live/after-join.ts'
import { formatCount } from '#lib/format.ts'
import { Loaded } from '#ui/query-states.tsx'
import { TileSkeletons } from '#ui/skeletons.tsx'
import { Tile, Tiles } from '#ui/tile.tsx'
import { readFacilityFigures } from '#lib/my-dashboard.ts'

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
            context={formatCount(figures.active_contractors, 'active contractor')}
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

function formatFigure(value: number) {
  return integer.format(value)
}

const facilitySummary = (userId: string) =>
  queryOptions({
    queryKey: ['analytics', 'facility-summary', userId],
    queryFn: afterJoin(readFacilityFigures),
  })
