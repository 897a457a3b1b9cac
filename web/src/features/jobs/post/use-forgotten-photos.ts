import { useEffect } from 'react'
import * as z from 'zod/mini'
import { removeUpload } from '../../../lib/upload.ts'
import type { Uploads } from '../../../ui/files/use-uploads.ts'
import { usedPhotos } from './job-photo-rows.ts'

/** A reload forgets which photos were chosen; those that had arrived by then are taken back at the next visit. */
export function useForgottenPhotos(userId: string, rows: Uploads['rows']) {
  const key = `arrived-photos:${userId}`
  useEffect(() => {
    const forgotten = read(key)
    sessionStorage.removeItem(key)
    // What cannot be removed now is only out of sight.
    void takeBack(forgotten).catch(() => undefined)
  }, [key])
  useEffect(() => {
    const arrived = rows.filter(({ state }) => state.status === 'stored').map(({ path }) => path)
    sessionStorage.setItem(key, JSON.stringify(arrived))
  }, [key, rows])
}

function read(key: string) {
  try {
    return z.array(z.string()).parse(JSON.parse(sessionStorage.getItem(key) ?? '[]'))
  } catch {
    return []
  }
}

async function takeBack(paths: string[]) {
  if (paths.length === 0) return
  const used = await usedPhotos(paths)
  for (const path of paths.filter((one) => !used.includes(one))) {
    await removeUpload('job-photo', path)
  }
}
