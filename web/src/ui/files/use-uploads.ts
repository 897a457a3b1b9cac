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

interface Options {
  userId: string
  /** The address of the picture that is there. */
  current: string | null | undefined
}

export type Picture = ReturnType<typeof usePicture>

/**
 * A picture that is chosen or deleted on the screen alone until it is saved: `await picture.store()` gives the path of
 * a new one, null for none, and undefined where nothing was changed.
 */
export function usePicture({ userId, current }: Options) {
  const uploads = useUploads({ kind: 'picture', userId })
  const [isDeleted, setDeleted] = useState(false)
  const [row] = uploads.rows
  const unsaved = isDeleted ? null : undefined
  return {
    shown: row?.preview ?? (isDeleted ? null : current),
    state: row?.state,
    refused: uploads.refused,
    limits: uploads.limits,
    types: uploads.kind.types,
    choose: uploads.replace,
    remove: () => {
      uploads.clear()
      setDeleted(true)
    },
    store: async () => (row ? (await uploads.store())[0] : unsaved),
    takeBack: uploads.takeBack,
    /** After it was saved. */
    settle: () => {
      uploads.clear()
      setDeleted(false)
    },
  }
}
