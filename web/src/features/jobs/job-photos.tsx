import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { inSizes } from '#lib/files/in-sizes.ts'
import { signedLinks } from '#lib/files/signed-links.ts'
import styles from './job-form.module.css'
import { Failure, dataOf, readingsOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'
import { removeUpload } from '#lib/upload.ts'
import type { Uploads } from '#ui/files/use-uploads.ts'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { draftKey, readDraft, writeDraft } from '#lib/drafts.ts'
import { Notice } from '#ui/notice.tsx'

interface SavedPhotosProps {
  paths: string[]
  onRemove: (path: string) => void
}

/** As kept-photos.module.css has it. */
const shownWidth = 104

/** The photos that a job has already; they go when the job is saved. */
export function KeptPhotos({ paths, onRemove }: SavedPhotosProps) {
  const { data: addresses } = useQuery(signedLinks(paths))
  if (paths.length === 0) return null
  return (
    <ul className={styles.photos} aria-label="Photos of the job">
      {paths.map((path, place) => (
        <li key={path} className={styles.item}>
          <img
            {...inSizes(addresses?.get(path), shownWidth)}
            alt={`${place + 1} of ${paths.length}`}
            className={styles.photo}
          />
          <ActionIcon
            variant="default"
            size={24}
            className={styles.remove}
            aria-label={`Remove photo ${place + 1}`}
            onClick={() => onRemove(path)}
          >
            <X size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

// Photos lie in the storage; the rows say to which job they belong.

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
async function usedPhotos(paths: string[]) {
  const client = await supabase()
  const rows = dataOf(await client.from('job_photos').select('path').in('path', paths))
  return rows.map(({ path }) => path)
}

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

interface LostPhotosProps {
  count: number
  hide: () => void
}

/** Says that a draft came back without its photos. */
export function ForgottenPhotos({ count, hide }: LostPhotosProps) {
  if (count === 0) return null
  const dismiss = (
    <Button variant="default" size="compact-sm" onClick={hide}>
      Dismiss
    </Button>
  )
  return (
    <Notice tone="amber" action={dismiss}>
      {count === 1
        ? 'The photo that you had chosen is gone. Choose it again.'
        : `The ${count} photos that you had chosen are gone. Choose them again.`}
    </Notice>
  )
}
