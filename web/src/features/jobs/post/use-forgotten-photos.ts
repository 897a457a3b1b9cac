import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { draftKey, readDraft, writeDraft } from '#lib/drafts.ts'
import { removeUpload } from '#lib/upload.ts'
import type { Uploads } from '#ui/files/use-uploads.ts'
import { usedPhotos } from './job-photo-rows.ts'

const paths = z.array(z.string())

interface Form {
  userId: string
  /** The name of its draft. */
  name: string
}

/**
 * A reload forgets which photos were chosen: those that had arrived by then are taken back at the next visit. Tells
 * how many are to be chosen again.
 */
export function useForgottenPhotos({ userId, name }: Form, rows: Uploads['rows']) {
  const key = draftKey(userId, `${name}:photos`)
  const [forgotten, setForgotten] = useState(() => chosenBefore(key))
  useEffect(() => {
    // What cannot be removed now is only out of sight.
    void takeBack(forgotten).catch(() => undefined)
  }, [forgotten])
  useEffect(() => {
    writeDraft(
      key,
      rows.map(({ path }) => path),
    )
  }, [key, rows])
  return { count: forgotten.length, hide: () => setForgotten([]) }
}

function chosenBefore(key: string) {
  const { success, data } = z.safeParse(paths, readDraft(key))
  return success ? data : []
}

async function takeBack(forgotten: string[]) {
  if (forgotten.length === 0) return
  const used = await usedPhotos(forgotten)
  for (const path of forgotten.filter((one) => !used.includes(one))) {
    await removeUpload('job-photo', path)
  }
}
