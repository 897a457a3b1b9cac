// The seam of everything live: a screen names what it follows and what is read again when that changes.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { follow } from './follow.ts'
import { readUnlessOnTheWay, renew } from './renew.ts'
import type { Change, TableSubject } from './subjects.ts'

interface Live {
  tables: readonly TableSubject[]
  /** Every query below these is read again. */
  keys: readonly (readonly string[])[]
  onEvent?: (change: Change) => void
}

export function useLive({ tables, keys, onEvent }: Live) {
  const queries = useQueryClient()
  const readAgain = useEffectEvent(() => {
    for (const key of keys) renew(queries, key)
  })
  const hear = useEffectEvent((change: Change) => {
    onEvent?.(change)
    readAgain()
  })
  const begin = useEffectEvent((subjects: readonly TableSubject[]) => {
    for (const key of keys) void readUnlessOnTheWay(queries, key)
    const follower = { onChange: (change: Change) => hear(change), onGap: () => readAgain() }
    return subjects.map((subject) => follow(subject, follower))
  })
  const subjects = useSame(tables)
  useEffect(() => {
    const ends = begin(subjects)
    return () => {
      for (const end of ends) end()
    }
  }, [subjects])
}

/** A list that is written down anew at each drawing stays the same as long as it says the same. */
function useSame(tables: readonly TableSubject[]) {
  const [known, setKnown] = useState(tables)
  if (JSON.stringify(known) === JSON.stringify(tables)) return known
  setKnown(tables)
  return tables
}
