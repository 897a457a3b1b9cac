import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { refreshQueries } from '#lib/live/refresh.ts'
import { type Uploads, useUploads } from '#ui/files/use-uploads.ts'

interface Wanted {
  kind: 'resume' | 'certification'
  userId: string
  /** How many are stored beside what is chosen. */
  kept: number
  /** These lie on the server now. */
  onStored: (paths: string[]) => void
}

/** The files of a field that stores what is chosen without being asked again. What does not arrive stays, with Retry. */
export function useStoredAtOnce({ kind, userId, kept, onStored }: Wanted): Uploads {
  const queries = useQueryClient()
  const uploads = useUploads({ kind, userId, kept })
  const { add, store, stored, release } = uploads
  const arrived = stored().join(' ')
  const welcome = useEffectEvent((paths: string[]) => {
    release(paths)
    onStored(paths)
  })
  useEffect(() => {
    if (arrived) welcome(arrived.split(' '))
  }, [arrived])
  const addAndStore = (files: File[]) => {
    const isAny = add(files)
    // What did not arrive says so in its row; others may have come from elsewhere.
    if (isAny) void store().catch(() => refreshQueries(queries, ['documents']))
    return isAny
  }
  return { ...uploads, add: addAndStore }
}
