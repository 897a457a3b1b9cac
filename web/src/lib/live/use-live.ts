import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { subscribe, send } from './subscribe.ts'
import { readUnlessOnTheWay, refreshInBackground } from './refresh.ts'
import type { Broadcast, Change, TableSubject } from './subjects.ts'

// The seam of everything live: a screen names what it follows and what is read again when that changes.

/** In milliseconds, for lists of all there is: counting them takes long, and nobody reads what changes more often. */
export const busyListIntervalMs = 2000

type Keys = readonly (readonly string[])[]

interface Followed extends TableSubject {
  /** What shows the row that changed, where that is less than everything. */
  shownIn?: (change: Change) => Keys
}

interface Live {
  tables: readonly Followed[]
  /** Every query below these is read again, at first and after a gap too. */
  keys: Keys
  onEvent?: (change: Change) => void
  /** In milliseconds, where there may be news all the time. */
  atMostEvery?: number
}

export function useLive({ tables, keys, onEvent, atMostEvery }: Live) {
  const queries = useQueryClient()
  const readAgain = useEffectEvent(() => renewAll(queries, keys, atMostEvery))
  const hear = useEffectEvent((place: number, change: Change) => {
    onEvent?.(change)
    renewAll(queries, tables[place]?.shownIn?.(change) ?? keys, atMostEvery)
  })
  const begin = useEffectEvent((subjects: readonly TableSubject[]) => {
    for (const key of keys) void readUnlessOnTheWay(queries, key)
    return subjects.map((subject, place) =>
      subscribe(subject, {
        onChange: (change) => hear(place, change),
        onGap: () => readAgain(),
      }),
    )
  })
  const subjects = useSame(tables)
  useEffect(() => {
    const ends = begin(subjects)
    return () => {
      for (const end of ends) end()
    }
  }, [subjects])
}

function renewAll(queries: QueryClient, keys: Keys, atMostEvery?: number) {
  for (const key of keys) refreshInBackground(queries, key, atMostEvery)
}

/** A list that is written down anew at each drawing stays the same as long as it says the same. */
function useSame(tables: readonly TableSubject[]) {
  const [known, setKnown] = useState(tables)
  if (JSON.stringify(known) === JSON.stringify(tables)) return known
  setKnown(tables)
  return tables
}

// The seam of a conversation's private topic: what is said there and kept nowhere, as that somebody types.

interface Topic {
  /** `job:{jobId}:{contractorId}` or `consultation:{id}`; nothing while that is not known yet. */
  topic: string | undefined
  onBroadcast: (broadcast: Broadcast) => void
}

/** Returns what says something there. It is lost where nobody hears it, as everything said there. */
export function useTopic({ topic, onBroadcast }: Topic) {
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
