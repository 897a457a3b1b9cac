import { useQuery } from '@tanstack/react-query'
import { combineQueries } from '#lib/queries.ts'
import { formatCount } from '#lib/format.ts'
import { Loaded } from '#ui/query-states.tsx'
import { TileSkeletons } from '#ui/skeletons.tsx'
import { Tile, Tiles } from '#ui/tile.tsx'
import { liveFigures, usersByRole } from './platform.queries.ts'
import { useLive } from '#lib/live/use-live.ts'

const roles = [
  { role: 'contractor', label: 'Contractors', to: '/admin/contractors' },
  { role: 'consultant', label: 'Consultants', to: '/admin/consultants' },
  { role: 'facility', label: 'Facilities', to: '/admin/facilities' },
] as const

/** Each leads to the list that it counts. */
export function PlatformTiles() {
  const query = combineQueries(useQuery(usersByRole), useQuery(liveFigures))
  return (
    <Loaded
      query={query}
      loading="Loading the figures..."
      failed="Failed to load the figures."
      skeleton={<TileSkeletons />}
    >
      {([totals, { openJobs, pendingBids }]) => {
        const everybody = [...totals.values()].reduce((sum, total) => sum + total, 0)
        return (
          <Tiles>
            {roles.map(({ role, label, to }) => (
              <Tile
                key={role}
                label={label}
                figure={formatCount(totals.get(role) ?? 0)}
                context={`of ${formatCount(everybody, 'user')}`}
                to={to}
              />
            ))}
            <Tile
              label="Open Jobs"
              figure={formatCount(openJobs)}
              context={`${formatCount(pendingBids, 'bid')} pending`}
              to="/admin/jobs?state=open"
            />
          </Tiles>
        )
      }}
    </Loaded>
  )
}

const figures = (...names: string[]) => names.map((name) => ['analytics', 'platform', name])
const waiting = ['analytics', 'waiting']

/** In milliseconds. On a busy market there is news all the time: a figure a second is enough. */
const calm = 1000

/** Each figure follows what it is counted of, and nothing else is asked again. */
export function usePlatformLive() {
  useLive({
    tables: [{ table: 'jobs' }],
    keys: [...figures('live', 'jobs', 'categories'), waiting],
    atMostEvery: calm,
  })
  useLive({
    tables: [{ table: 'bids' }],
    keys: [...figures('live', 'jobs'), waiting],
    atMostEvery: calm,
  })
  useLive({
    tables: [{ table: 'consultations' }],
    keys: figures('consultations'),
    atMostEvery: calm,
  })
  useLive({
    tables: [{ table: 'profiles' }],
    keys: figures('roles', 'users'),
    atMostEvery: calm,
  })
  useLive({ tables: [{ table: 'payments' }], keys: figures('revenue'), atMostEvery: calm })
}
