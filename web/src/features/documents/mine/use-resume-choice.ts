import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshQueries } from '#lib/live/refresh.ts'
import { useUploads } from '#ui/files/use-uploads.ts'
import { documentsOf } from '../documents-of.ts'
import { removeResumes } from './remove-documents.ts'

export type ResumeChoice = ReturnType<typeof useResumeChoice>

/** A resume that is chosen or removed on the screen alone until `save`. */
export function useResumeChoice(userId: string) {
  const queries = useQueryClient()
  const query = useQuery(documentsOf(userId))
  const uploads = useUploads({ kind: 'resume', userId })
  const [isRemoved, setRemoved] = useState(false)
  const readAgain = () => refreshQueries(queries, ['documents'])
  const settle = async () => {
    const [path] = uploads.stored()
    if (path || isRemoved) await removeResumes(userId, path)
    uploads.clear()
    setRemoved(false)
    readAgain()
  }
  const file = {
    store: uploads.store,
    takeBack: () => uploads.takeBack().finally(readAgain),
    settle,
  }
  return { query, uploads, isRemoved, remove: () => setRemoved(true), file }
}
