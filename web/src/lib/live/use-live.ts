// Provides the hooks for live data. With `useLive`, a screen names the tables and topics to subscribe to, and the queries
// to refetch.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { refetchReadBefore } from './after-join.ts'
import { applyOrRefresh } from './apply-change.ts'
import { FirstJoins } from './first-joins.ts'
import { refetchUnlessPending, refreshAfterPause } from './refresh.ts'
import type { Broadcast, Change, Subject, TableSubject, TopicSubject } from './subjects.ts'
import { isSubjectJoined, send, subscribe } from './subscribe.ts'

/**
 * The minimum interval between refetches of admin lists that show all rows of a table. The interval is long, because
 * counting these rows is slow.
 */
export const busyListIntervalMs = 2000

type Keys = readonly (readonly string[])[]

interface LiveTable extends TableSubject {
  /** Returns the keys of the queries that depend on the changed row. The default is all `keys`. */
  keysFor?: (change: Change) => Keys
}

/** A topic whose broadcasts carry the changes themselves, so that no query has to be refetched. */
interface LiveTopic extends TopicSubject {
  onBroadcast: (broadcast: Broadcast) => void
}

interface Sources {
  tables: readonly TableSubject[]
  topics: readonly TopicSubject[]
}

interface LiveOptions {
  tables: readonly LiveTable[]
  topics?: readonly LiveTopic[]
  /**
   * The queries under these keys are refetched at the start and after events may have been missed. A change is applied
   * to their data, or they are refetched if that is not possible.
   */
  keys: Keys
  onEvent?: (change: Change) => void
  /** The shortest time between two refetches. Set this option for tables that change all the time. */
  minIntervalMs?: number
}

export function useLive({ tables, topics = [], keys, onEvent, minIntervalMs }: LiveOptions) {
  const queries = useQueryClient()
  // The random pause spreads the reads of many clients, because a restart of the server disconnects all of them.
  const refreshAfterGap = useEffectEvent(() => {
    for (const key of keys) refreshAfterPause(queries, key)
  })
  const refreshAfterJoin = useEffectEvent(() => {
    const time = performance.now()
    for (const key of keys) void refetchReadBefore(queries, key, time)
  })
  const handleChange = useEffectEvent((index: number, change: Change) => {
    onEvent?.(change)
    const affected = tables[index]?.keysFor?.(change) ?? keys
    for (const key of affected) applyOrRefresh(queries, key, change, minIntervalMs)
  })
  const handleBroadcast = useEffectEvent((index: number, broadcast: Broadcast) =>
    topics[index]?.onBroadcast(broadcast),
  )
  const begin = useEffectEvent((sources: Sources) => {
    for (const key of keys) void refetchUnlessPending(queries, key)
    const all = [...sources.tables, ...sources.topics]
    const unjoined = [...all.keys()].filter((index) => !isJoined(all[index]))
    const firstJoins = new FirstJoins(unjoined, () => refreshAfterJoin())
    const onGap = (index: number) => {
      if (!firstJoins.note(index)) refreshAfterGap()
    }
    return [
      ...sources.tables.map((subject, index) =>
        subscribe(subject, {
          onChange: (change) => handleChange(index, change),
          onGap: () => onGap(index),
        }),
      ),
      ...sources.topics.map((subject, index) =>
        subscribe(subject, {
          onBroadcast: (broadcast) => handleBroadcast(index, broadcast),
          onGap: () => onGap(sources.tables.length + index),
        }),
      ),
      () => firstJoins.stop(),
    ]
  })
  const sources = useSameContent({ tables, topics })
  useEffect(() => {
    const ends = begin(sources)
    return () => {
      for (const end of ends) end()
    }
  }, [sources])
}

function isJoined(subject: Subject | undefined) {
  return subject !== undefined && isSubjectJoined(subject)
}

/** Returns the same value as long as its content stays the same. */
function useSameContent<Content>(content: Content) {
  const [known, setKnown] = useState(content)
  if (JSON.stringify(known) === JSON.stringify(content)) return known
  setKnown(content)
  return content
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
