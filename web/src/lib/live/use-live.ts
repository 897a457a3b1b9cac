import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { refetchUnlessPending, refreshInBackground } from './refresh.ts'
import type { Broadcast, Change, TableSubject } from './subjects.ts'
import { send, subscribe } from './subscribe.ts'

// The one hook for live data: a screen names the tables to subscribe to and the queries to refetch.

/** For the admin lists of all rows: counting them is slow, and nobody reads faster than this. */
export const busyListIntervalMs = 2000

type Keys = readonly (readonly string[])[]

interface LiveTable extends TableSubject {
  /** The query keys that show the changed row, if they are fewer than all keys. */
  shownIn?: (change: Change) => Keys
}

interface LiveOptions {
  tables: readonly LiveTable[]
  /** Every query under these keys is refetched on a change, at the start and after a gap. */
  keys: Keys
  onEvent?: (change: Change) => void
  /** The shortest time between refetches, for tables that change all the time. */
  atMostEvery?: number
}

export function useLive({ tables, keys, onEvent, atMostEvery }: LiveOptions) {
  const queries = useQueryClient()
  const readAgain = useEffectEvent(() => refreshAll(queries, keys, atMostEvery))
  const hear = useEffectEvent((place: number, change: Change) => {
    onEvent?.(change)
    refreshAll(queries, tables[place]?.shownIn?.(change) ?? keys, atMostEvery)
  })
  const begin = useEffectEvent((subjects: readonly TableSubject[]) => {
    for (const key of keys) void refetchUnlessPending(queries, key)
    return subjects.map((subject, place) =>
      subscribe(subject, {
        onChange: (change) => hear(place, change),
        onGap: () => readAgain(),
      }),
    )
  })
  const subjects = useSameContent(tables)
  useEffect(() => {
    const ends = begin(subjects)
    return () => {
      for (const end of ends) end()
    }
  }, [subjects])
}

function refreshAll(queries: QueryClient, keys: Keys, atMostEvery?: number) {
  for (const key of keys) refreshInBackground(queries, key, atMostEvery)
}

/** Returns the same array as long as its content stays the same. */
function useSameContent(tables: readonly TableSubject[]) {
  const [known, setKnown] = useState(tables)
  if (JSON.stringify(known) === JSON.stringify(tables)) return known
  setKnown(tables)
  return tables
}

// The one hook for the private topic of a conversation, which carries events that are not stored, such as "typing".

interface TopicOptions {
  /** `job:{jobId}:{contractorId}` or `consultation:{id}`; undefined until it is known. */
  topic: string | undefined
  onBroadcast: (broadcast: Broadcast) => void
}

/** Returns a function that broadcasts on the topic. An event that nobody hears is lost. */
export function useTopic({ topic, onBroadcast }: TopicOptions) {
  const hear = useEffectEvent(onBroadcast)
  useEffect(() => {
    if (!topic) return undefined
    return subscribe(
      { topic },
      { onBroadcast: (broadcast) => hear(broadcast), onGap: () => undefined },
    )
  }, [topic])
  return (event: string, payload: Record<string, unknown> = {}) => {
    if (topic) send(topic, event, payload)
  }
}
