// Photos lie in the storage; the rows say to which job they belong.
import { dataOf, Failure, readingsOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'
import { removeUpload } from '#lib/upload.ts'
import type { Uploads } from '#ui/files/use-uploads.ts'

interface Owned {
  jobId: string
  userId: string
}

/** Gives the job what has arrived; where something has not, that is said afterwards, and can be tried again. */
export async function addPhotos(photos: Uploads, owned: Owned) {
  const failed = await photos.store().then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const stored = photos.stored()
  await attach(stored, owned)
  photos.release(stored)
  if (failed) throw failed.error
}

async function attach(paths: string[], { jobId, userId }: Owned) {
  if (paths.length === 0) return
  const client = await supabase()
  const rows = paths.map((path) => ({ job_id: jobId, owner_id: userId, path }))
  const { error, status } = await client
    .from('job_photos')
    .upsert(rows, { onConflict: 'path', ignoreDuplicates: true })
  if (error) throw new Failure({ ...readingsOf(error), status })
}

export async function takePhotosAway(paths: string[]) {
  if (paths.length === 0) return
  const client = await supabase()
  const { error, status } = await client.from('job_photos').delete().in('path', paths)
  if (error) throw new Failure({ ...readingsOf(error), status })
  for (const path of paths) await removeUpload('job-photo', path)
}

/** Which of these belong to a job. */
export async function usedPhotos(paths: string[]) {
  const client = await supabase()
  const rows = dataOf(await client.from('job_photos').select('path').in('path', paths))
  return rows.map(({ path }) => path)
}
