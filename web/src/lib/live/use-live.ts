// The seam of everything live: a screen names what it follows and what is read again when that changes.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { follow } from './follow.ts'
import { readUnlessOnTheWay, renewInTurn } from './renew.ts'
import type { Change, TableSubject } from './subjects.ts'

/** In milliseconds, for lists of all there is: counting them takes long, and nobody reads what changes more often. */
export const everyOtherSecond = 2000

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
      follow(subject, {
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
  for (const key of keys) renewInTurn(queries, key, atMostEvery)
}

/** A list that is written down anew at each drawing stays the same as long as it says the same. */
function useSame(tables: readonly TableSubject[]) {
  const [known, setKnown] = useState(tables)
  if (JSON.stringify(known) === JSON.stringify(tables)) return known
  setKnown(tables)
  return tables
}
