// Keeps the photos of a new job with its draft, until the job is posted.
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { readDraftFile, removeDraftFiles, storeDraftFile } from '#lib/draft-files.ts'
import { forgetDraft, readDraft, writeDraft } from '#lib/drafts.ts'
import { dataOf } from '#lib/errors.ts'
import type { StoredFile, UploadRow } from '#lib/files/upload-list.ts'
import { newPath } from '#lib/files/upload.ts'
import { supabase } from '#lib/supabase.ts'
import { useUploads } from '#ui/files/use-uploads.ts'
import { type JobDraft, keyOfPart } from './job-draft.ts'

const photoList = z.array(z.object({ path: z.string(), name: z.string(), isUploaded: z.boolean() }))

interface DraftPhotosOptions {
  draft: JobDraft
  /** The photos of the job that the draft copies. */
  copiedPaths?: readonly string[]
  onSave: (isStored: boolean) => void
}

/** Returns the uploads of a draft, in the order of its photos, and the number of photos that were lost. */
export function useDraftPhotos({ draft, copiedPaths = [], onSave }: DraftPhotosOptions) {
  const { userId } = draft
  const photos = useUploads({ kind: 'job-photo', userId, isEager: true, isDraft: true })
  const [isRestoring, setRestoring] = useState(true)
  const [lostCount, setLostCount] = useState(0)
  const restored = useRef<Promise<void>>(undefined)
  const isOpen = useRef(true)
  const isReady = !isRestoring
  const { markStored } = useStoredPhotos({ draft, rows: photos.rows, isReady, onSave })

  const restore = async () => {
    const stored = readPhotoList(draft)
    const found = stored
      ? await findStoredFiles(userId, stored)
      : await copyPhotos(userId, copiedPaths)
    if (!isOpen.current) return
    if (stored) markStored(found.map(({ path }) => path))
    photos.restore(found)
    setLostCount((stored ?? copiedPaths).length - found.length)
    setRestoring(false)
  }
  const start = () => {
    setRestoring(true)
    restored.current = restore()
  }
  useEffect(() => {
    if (restored.current === undefined) start()
  })
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  /** Removes the photos from the device, but not from the server. */
  const forget = () => {
    forgetDraft(keyOfPart(draft, 'photos'))
    const paths = photos.rows.map(({ path }) => path)
    void removeDraftFiles(userId, paths).catch(() => undefined)
  }
  const discard = () => {
    forget()
    photos.discardAll()
    start()
  }
  /** Resolves when the list has the photos of the draft. */
  const whenRestored = async () => {
    await restored.current
  }
  return { photos, whenRestored, lostCount, hideLost: () => setLostCount(0), forget, discard }
}

function readPhotoList(draft: JobDraft) {
  return z.safeParse(photoList, readDraft(keyOfPart(draft, 'photos'))).data
}

async function findStoredFiles(
  userId: string,
  list: z.infer<typeof photoList>,
): Promise<StoredFile[]> {
  const found = await Promise.all(
    list.map(async ({ path, name, isUploaded }) => {
      const content = await readDraftFile(userId, path).catch(() => undefined)
      return content ? [{ path, file: fileOf(content, name), isUploaded }] : []
    }),
  )
  return found.flat()
}

function fileOf(content: Blob, name: string) {
  return new File([content], name, { type: content.type })
}

/** Copies the photos on the server, because a file belongs to one job only. Skips photos that cannot be copied. */
async function copyPhotos(userId: string, paths: readonly string[]): Promise<StoredFile[]> {
  const copies = paths.map((path, index) =>
    copyPhoto(userId, path, `Photo ${index + 1}`).catch(() => undefined),
  )
  return (await Promise.all(copies)).filter((copy) => copy !== undefined)
}

async function copyPhoto(userId: string, path: string, name: string): Promise<StoredFile> {
  const client = await supabase()
  const files = client.storage.from('documents')
  const file = fileOf(dataOf(await files.download(path)), name)
  const copied = newPath(userId, 'job-photo', file)
  dataOf(await files.copy(path, copied))
  return { path: copied, file, isUploaded: true }
}

interface StoredPhotosOptions {
  draft: JobDraft
  rows: readonly UploadRow[]
  /** Whether the list has the photos of the draft. */
  isReady: boolean
  onSave: (isStored: boolean) => void
}

/** Stores the photos and their order after each change. */
function useStoredPhotos({ draft, rows, isReady, onSave }: StoredPhotosOptions) {
  const { userId } = draft
  const key = keyOfPart(draft, 'photos')
  const list = rows.map(({ path, file, state }) => ({
    path,
    name: file.name,
    isUploaded: state.status === 'stored',
  }))
  const text = JSON.stringify(list)
  const lastText = useRef<string>(undefined)
  /** The paths of the photos whose bytes are on the device. */
  const onDevice = useRef<ReadonlySet<string>>(new Set())

  useEffect(() => {
    if (!isReady || text === lastText.current) return
    const isFirst = lastText.current === undefined
    lastText.current = text
    const before = onDevice.current
    const now = new Set(rows.map(({ path }) => path))
    onDevice.current = now
    const save = async () => {
      const added = rows.filter(({ path }) => !before.has(path))
      await Promise.all(added.map(({ path, file }) => storeDraftFile(userId, path, file)))
      await removeDraftFiles(userId, [...before.difference(now)])
    }
    if (rows.length === 0) forgetDraft(key)
    const isListed = rows.length === 0 || writeDraft(key, JSON.parse(text))
    save().then(
      () => (isFirst ? undefined : onSave(isListed)),
      () => onSave(false),
    )
  }, [isReady, rows, text, key, userId, onSave])

  const markStored = (paths: readonly string[]) => {
    onDevice.current = new Set(paths)
  }
  return { markStored }
}
