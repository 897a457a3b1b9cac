// The only hook for live data. A screen names the tables to subscribe to and the queries to refetch.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { refetchUnlessPending, refreshInBackground } from './refresh.ts'
import type { Broadcast, Change, TableSubject } from './subjects.ts'
import { send, subscribe } from './subscribe.ts'

/** The interval for the admin lists of all rows. Counting them is slow, and nobody reads faster than this. */
export const busyListIntervalMs = 2000

type Keys = readonly (readonly string[])[]

interface LiveTable extends TableSubject {
  /** Returns the query keys that show the changed row, if they are fewer than all keys. */
  keysFor?: (change: Change) => Keys
}

interface LiveOptions {
  tables: readonly LiveTable[]
  /** All queries under these keys are refetched on a change, at the start and after a gap. */
  keys: Keys
  onEvent?: (change: Change) => void
  /** The shortest time between refetches, for tables that change all the time. */
  minIntervalMs?: number
}

export function useLive({ tables, keys, onEvent, minIntervalMs }: LiveOptions) {
  const queries = useQueryClient()
  const refresh = useEffectEvent(() => refreshAll(queries, keys, minIntervalMs))
  const handleChange = useEffectEvent((index: number, change: Change) => {
    onEvent?.(change)
    refreshAll(queries, tables[index]?.keysFor?.(change) ?? keys, minIntervalMs)
  })
  const begin = useEffectEvent((subjects: readonly TableSubject[]) => {
    for (const key of keys) void refetchUnlessPending(queries, key)
    return subjects.map((subject, index) =>
      subscribe(subject, {
        onChange: (change) => handleChange(index, change),
        onGap: () => refresh(),
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

function refreshAll(queries: QueryClient, keys: Keys, minIntervalMs?: number) {
  for (const key of keys) refreshInBackground(queries, key, minIntervalMs)
}

/** Returns the same array as long as its content stays the same. */
function useSameContent(tables: readonly TableSubject[]) {
  const [known, setKnown] = useState(tables)
  if (JSON.stringify(known) === JSON.stringify(tables)) return known
  setKnown(tables)
  return tables
}

// Subscribes to the private topic of a conversation. The topic carries events that are not stored, such as "typing".

interface TopicOptions {
  /** `job:{jobId}:{contractorId}` or `consultation:{id}`. Undefined until it is known. */
  topic: string | undefined
  onBroadcast: (broadcast: Broadcast) => void
}

/** Returns a function that broadcasts on the topic. An event without listeners is lost. */
export function useTopic({ topic, onBroadcast }: TopicOptions) {
  const handleBroadcast = useEffectEvent(onBroadcast)
  useEffect(() => {
    if (!topic) return undefined
    return subscribe(
      { topic },
      { onBroadcast: (broadcast) => handleBroadcast(broadcast), onGap: () => undefined },
    )
  }, [topic])
  return (event: string, payload: Record<string, unknown> = {}) => {
    if (topic) send(topic, event, payload)
  }
}
