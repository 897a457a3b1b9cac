import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { draftKey, readDraft, writeDraft } from '#lib/drafts.ts'
import { dataOf, errorFieldsOf, Failure } from '#lib/errors.ts'
import { responsiveImage } from '#lib/files/image-urls.ts'
import { signedUrls } from '#lib/files/signed-urls.ts'
import { removeUpload } from '#lib/files/upload.ts'
import { supabase } from '#lib/supabase.ts'
import type { Uploads } from '#ui/files/use-uploads.ts'
import { Notice } from '#ui/notice.tsx'
import styles from './job-form.module.css'

interface SavedPhotosProps {
  paths: string[]
  onRemove: (path: string) => void
}

/** The width of a photo in CSS pixels. The file job-form.module.css contains the same width. */
const shownWidth = 104

/** Shows the photos that the job already has. The form deletes removed photos when the user saves the job. */
export function SavedPhotos({ paths, onRemove }: SavedPhotosProps) {
  const { data: urls } = useQuery(signedUrls(paths))
  if (paths.length === 0) return null
  return (
    <ul className={styles.photos} aria-label="Photos of the job">
      {paths.map((path, index) => (
        <li key={path} className={styles.item}>
          <img
            {...responsiveImage(urls?.get(path), shownWidth)}
            alt={`${index + 1} of ${paths.length}`}
            className={styles.photo}
          />
          <ActionIcon
            variant="default"
            size={24}
            className={styles.remove}
            aria-label={`Remove photo ${index + 1}`}
            onClick={() => onRemove(path)}
          >
            <X size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

interface PhotoOwner {
  jobId: string
  userId: string
}

/**
 * Attaches the uploaded photos to the job. If an upload failed, attaches the other photos and then throws, so that the
 * user can retry.
 */
export async function addPhotos(photos: Uploads, owner: PhotoOwner) {
  const failed = await photos.store().then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const stored = photos.stored()
  await attachPhotos(stored, owner)
  photos.release(stored)
  if (failed) throw failed.error
}

async function attachPhotos(paths: string[], { jobId, userId }: PhotoOwner) {
  if (paths.length === 0) return
  const client = await supabase()
  const rows = paths.map((path) => ({ job_id: jobId, owner_id: userId, path }))
  const { error, status } = await client
    .from('job_photos')
    .upsert(rows, { onConflict: 'path', ignoreDuplicates: true })
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
}

export async function removePhotos(paths: string[]) {
  if (paths.length === 0) return
  const client = await supabase()
  const { error, status } = await client.from('job_photos').delete().in('path', paths)
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
  for (const path of paths) await removeUpload('job-photo', path)
}

/** Returns the paths that are already attached to a job. */
async function findAttachedPhotos(paths: string[]) {
  const client = await supabase()
  const rows = dataOf(await client.from('job_photos').select('path').in('path', paths))
  return rows.map(({ path }) => path)
}

const pathsSchema = z.array(z.string())

interface PhotoDraft {
  userId: string
  /** The name of the form's draft. */
  name: string
}

/** Counts the photos that the user chose before a reload but did not save. Also deletes their uploaded files. */
export function useLostPhotos({ userId, name }: PhotoDraft, rows: Uploads['rows']) {
  const key = draftKey(userId, `${name}:photos`)
  const [lost, setLost] = useState(() => readChosenPaths(key))
  useEffect(() => {
    // Ignore a failed deletion. The files then stay in the file store, where nobody sees them.
    void deleteUnattached(lost).catch(() => undefined)
  }, [lost])
  useEffect(() => {
    writeDraft(
      key,
      rows.map(({ path }) => path),
    )
  }, [key, rows])
  return { count: lost.length, hide: () => setLost([]) }
}

function readChosenPaths(key: string) {
  const { success, data } = z.safeParse(pathsSchema, readDraft(key))
  return success ? data : []
}

async function deleteUnattached(paths: string[]) {
  if (paths.length === 0) return
  const attached = await findAttachedPhotos(paths)
  for (const path of paths.filter((one) => !attached.includes(one))) {
    await removeUpload('job-photo', path)
  }
}

interface LostPhotosProps {
  count: number
  hide: () => void
}

/** Tells the user that the draft was restored without its photos. */
export function LostPhotosNotice({ count, hide }: LostPhotosProps) {
  if (count === 0) return null
  const dismiss = (
    <Button variant="default" size="compact-sm" onClick={hide}>
      Dismiss
    </Button>
  )
  return (
    <Notice tone="amber" action={dismiss}>
      {count === 1
        ? "Your photo wasn't saved. Please add it again."
        : `Your ${count} photos weren't saved. Please add them again.`}
    </Notice>
  )
}
