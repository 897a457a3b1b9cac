import { useEffect, useState, useSyncExternalStore } from 'react'
import { fileKinds, limitsOf } from '#lib/files/file-kinds.ts'
import { UploadList, type UploadOptions } from '#lib/files/upload-list.ts'

export type Uploads = ReturnType<typeof useUploads>

/**
 * Returns the uploads of a field. In onSubmit, `store()` returns the paths of the stored files. After the form has
 * saved the paths, `clear()` empties the field.
 */
export function useUploads(options: UploadOptions) {
  const [list] = useState(() => new UploadList(options))
  const { rows, refused } = useSyncExternalStore(list.subscribe, list.get, list.get)
  useEffect(() => list.leave, [list])
  const { add, restore, move, replace, remove, retry, store, stored } = list
  const { release, unstore, discardAll, clear } = list
  const kind = fileKinds[options.kind]
  const storedCount = options.storedCount ?? 0
  useEffect(() => list.setStoredCount(storedCount), [list, storedCount])
  const limits = limitsOf(kind, storedCount)
  const chosen = { add, restore, move, replace, remove, retry }
  const acts = { ...chosen, store, stored, release, unstore, discardAll, clear }
  return { rows, refused, ...acts, kind, storedCount, limits }
}

interface PictureOptions {
  userId: string
  /** The URL of the stored picture. */
  current: string | null | undefined
}

export type Picture = ReturnType<typeof usePicture>

/** `store()` returns the path of a new picture, null for a deleted one, or undefined without a change. */
export function usePicture({ userId, current }: PictureOptions) {
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
    unstore: uploads.unstore,
    /** Call this after the form is saved. */
    reset: () => {
      uploads.clear()
      setDeleted(false)
    },
  }
}
