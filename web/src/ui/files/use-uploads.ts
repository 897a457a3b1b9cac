import { useEffect, useState, useSyncExternalStore } from 'react'
import { fileKinds, limitsOf } from '#lib/files/file-kinds.ts'
import { UploadList, type UploadOptions } from '#lib/files/upload-list.ts'

export type Uploads = ReturnType<typeof useUploads>

/**
 * The files of one field: `const photos = useUploads({ kind: 'job-photo', userId })`. In onSubmit, `await
 * photos.store()` gives their paths, and `photos.clear()` empties the field when these were put to use.
 */
export function useUploads(options: UploadOptions) {
  const [list] = useState(() => new UploadList(options))
  const { rows, refused } = useSyncExternalStore(list.subscribe, list.get, list.get)
  useEffect(() => list.leave, [list])
  const { add, replace, remove, retry, store, stored, release, takeBack, giveUp, clear } = list
  const kind = fileKinds[options.kind]
  const kept = options.kept ?? 0
  useEffect(() => list.standBeside(kept), [list, kept])
  const limits = limitsOf(kind, kept)
  const acts = { add, replace, remove, retry, store, stored, release, takeBack, giveUp, clear }
  return { rows, refused, ...acts, kind, kept, limits }
}
