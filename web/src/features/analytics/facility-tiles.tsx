import { queryOptions, useQuery } from '@tanstack/react-query'
import { Loaded } from '#ui/query-states.tsx'
import { TileSkeletons } from '#ui/skeletons.tsx'
import { Tile, Tiles } from '#ui/tile.tsx'
import { dataOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

interface Props {
  userId: string
  /** Where the rows stand that each tile counts. */
  lists: { bids: string; consultations: string; activeJobs: string; jobs: string }
}

const count = new Intl.NumberFormat('en-US')

export function FacilityTiles({ userId, lists }: Props) {
  const query = useQuery(facilitySummary(userId))
  return (
    <Loaded
      query={query}
      loading="Loading your figures..."
      failed="Failed to load your figures."
      skeleton={<TileSkeletons />}
    >
      {(figures) => (
        <Tiles>
          <Tile
            label="Number of Bids"
            figure={figure(figures.total_bids)}
            context={`${figure(figures.active_contractors)} contractors in the running`}
            to={lists.bids}
          />
          <Tile
            label="Booked Consultants"
            figure={figure(figures.booked_consultants)}
            context="with time ahead"
            to={lists.consultations}
          />
          <Tile
            label="Active Jobs"
            figure={figure(figures.active_jobs)}
            context="open or awarded"
            to={lists.activeJobs}
          />
          <Tile
            label="Posted Jobs"
            figure={figure(figures.total_jobs)}
            context="in all"
            to={lists.jobs}
          />
        </Tiles>
      )}
    </Loaded>
  )
}

function figure(value: number | null) {
  return count.format(value ?? 0)
}

/** The figures of the facility who asks. */
const facilitySummary = (userId: string) =>
  queryOptions({
    queryKey: ['analytics', 'facility-summary', userId],
    queryFn: readFacilitySummary,
  })

async function readFacilitySummary() {
  const client = await supabase()
  return dataOf(await client.from('dashboard_facility_summary').select('*').single())
}
