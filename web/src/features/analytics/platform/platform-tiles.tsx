import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#lib/format.ts'
import { useLive } from '#lib/live/use-live.ts'
import { combineQueries } from '#lib/queries.ts'
import { Loaded } from '#ui/query-states.tsx'
import { TileSkeletons } from '#ui/skeletons.tsx'
import { Tile, Tiles } from '#ui/tile.tsx'
import { liveFigures, usersByRole } from './platform.queries.ts'

const roles = [
  { role: 'contractor', label: 'Contractors', to: '/admin/contractors' },
  { role: 'consultant', label: 'Consultants', to: '/admin/consultants' },
  { role: 'facility', label: 'Facilities', to: '/admin/facilities' },
] as const

/** Shows the figures of the platform. */
export function PlatformTiles() {
  const query = combineQueries(useQuery(usersByRole), useQuery(liveFigures))
  return (
    <Loaded
      query={query}
      loading="Loading stats..."
      failed="Failed to load stats."
      skeleton={<TileSkeletons />}
    >
      {([totals, { openJobs, pendingBids }]) => {
        const userCount = [...totals.values()].reduce((sum, total) => sum + total, 0)
        return (
          <Tiles>
            {roles.map(({ role, label, to }) => (
              <Tile
                key={role}
                label={label}
                figure={formatCount(totals.get(role) ?? 0)}
                context={`of ${formatCount(userCount, 'user')}`}
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

const figureKeys = (...names: string[]) => names.map((name) => ['analytics', 'platform', name])
const openItemsKey = ['analytics', 'waiting']

/** Refetches a figure only after a change in a table that the figure depends on. */
export function usePlatformLive() {
  useLive({
    tables: [
      {
        table: 'jobs',
        keysFor: () => [...figureKeys('live', 'daily', 'categories'), openItemsKey],
      },
      { table: 'bids', keysFor: () => [...figureKeys('live', 'daily'), openItemsKey] },
      { table: 'consultations', keysFor: () => figureKeys('daily') },
      { table: 'profiles', keysFor: () => figureKeys('roles', 'daily') },
      { table: 'payments', keysFor: () => figureKeys('daily') },
    ],
    keys: [...figureKeys('live', 'roles', 'daily', 'categories'), openItemsKey],
    // Refetch at most once a second, because the data of a busy platform changes often.
    minIntervalMs: 1000,
  })
}
