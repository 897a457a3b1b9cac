import { useLive } from '#lib/live/use-live.ts'

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
