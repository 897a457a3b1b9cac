import { useState } from 'react'
import { useUploads } from './use-uploads.ts'

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
