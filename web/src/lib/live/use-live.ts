// Provides the hooks for live data. With `useLive`, a screen names the tables to subscribe to and the queries to
// refetch.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { refetchReadBefore } from './after-join.ts'
import { FirstJoins } from './first-joins.ts'
import { refetchUnlessPending, refreshInBackground } from './refresh.ts'
import type { Broadcast, Change, TableSubject } from './subjects.ts'
import { isSubjectJoined, send, subscribe } from './subscribe.ts'

/**
 * The minimum interval between refetches of admin lists that show all rows of a table. The interval is long, because
 * counting these rows is slow.
 */
export const busyListIntervalMs = 2000

type Keys = readonly (readonly string[])[]

interface LiveTable extends TableSubject {
  /** Returns the keys of the queries that show the changed row. The default is all `keys`. */
  keysFor?: (change: Change) => Keys
}

interface LiveOptions {
  tables: readonly LiveTable[]
  /**
   * The queries under these keys are refetched at the start, after a change, and after the page may have missed events.
   */
  keys: Keys
  onEvent?: (change: Change) => void
  /** The shortest time between two refetches. Set this option for tables that change all the time. */
  minIntervalMs?: number
}

export function useLive({ tables, keys, onEvent, minIntervalMs }: LiveOptions) {
  const queries = useQueryClient()
  const refresh = useEffectEvent(() => refreshAll(queries, keys, minIntervalMs))
  const refreshAfterJoin = useEffectEvent(() => {
    const time = performance.now()
    for (const key of keys) void refetchReadBefore(queries, key, time)
  })
  const handleChange = useEffectEvent((index: number, change: Change) => {
    onEvent?.(change)
    refreshAll(queries, tables[index]?.keysFor?.(change) ?? keys, minIntervalMs)
  })
  const begin = useEffectEvent((subjects: readonly TableSubject[]) => {
    for (const key of keys) void refetchUnlessPending(queries, key)
    const unjoined = [...subjects.keys()].filter((index) => !isTableJoined(subjects, index))
    const firstJoins = new FirstJoins(unjoined, () => refreshAfterJoin())
    const ends = subjects.map((subject, index) =>
      subscribe(subject, {
        onChange: (change) => handleChange(index, change),
        onGap: () => {
          if (!firstJoins.note(index)) refresh()
        },
      }),
    )
    return [...ends, () => firstJoins.stop()]
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

function isTableJoined(subjects: readonly TableSubject[], index: number) {
  const subject = subjects[index]
  return subject !== undefined && isSubjectJoined(subject)
}

/** Returns the same array as long as its content stays the same. */
function useSameContent(tables: readonly TableSubject[]) {
  const [known, setKnown] = useState(tables)
  if (JSON.stringify(known) === JSON.stringify(tables)) return known
  setKnown(tables)
  return tables
}

// Each conversation has a private topic for events that are not stored, such as "typing".

interface TopicOptions {
  /** `job:{jobId}:{contractorId}` or `consultation:{id}`. It is undefined until the conversation is known. */
  topic: string | undefined
  onBroadcast: (broadcast: Broadcast) => void
}

/** Subscribes to a topic, and returns a function that broadcasts on it. The server does not store broadcasts. */
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
