// Keeps the draft of a new job on the device: the time of its last change, and the request that may have posted it.
import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { deviceDraftKey, forgetDraft, readDraft, writeDraft } from '#lib/drafts.ts'
import type { JobPosting } from './jobs.mutations.ts'

export interface JobDraft {
  userId: string
  /** The name of the form's draft. */
  name: string
}

/** The draft of the dialog and of the page, so that a job can be begun in one and finished in the other. */
export const newJobDraft = 'post-job'

/** Each copied job has a draft of its own, which leaves the draft of the new job alone. */
export const copiedJobDraft = (jobId: string) => `post-again:${jobId}`

export const keyOfPart = ({ userId, name }: JobDraft, part: string) =>
  deviceDraftKey(userId, `${name}:${part}`)

const savedTime = z.iso.datetime()

export type DraftStatus = ReturnType<typeof useDraftStatus>

/** Returns when the draft was last saved, and whether the browser refused to store it. */
export function useDraftStatus(draft: JobDraft) {
  const key = keyOfPart(draft, 'saved-at')
  const [savedAt, setSavedAt] = useState(() => z.safeParse(savedTime, readDraft(key)).data)
  const [refused, setRefused] = useState({ text: false, photos: false })
  const save = useCallback(
    (part: 'text' | 'photos', isStored: boolean) => {
      const now = new Date().toISOString()
      setRefused((before) => ({ ...before, [part]: !isStored }))
      if (isStored && writeDraft(key, now)) setSavedAt(now)
    },
    [key],
  )
  const onSaveText = useCallback((isStored: boolean) => save('text', isStored), [save])
  const onSavePhotos = useCallback((isStored: boolean) => save('photos', isStored), [save])
  const forget = () => {
    forgetDraft(key)
    setSavedAt(undefined)
  }
  return { savedAt, isRefused: refused.text || refused.photos, onSaveText, onSavePhotos, forget }
}

const sentRequest = z.object({
  key: z.string(),
  values: z.object({
    title: z.string(),
    description: z.string(),
    budget: z.number(),
    category: z.optional(z.string()),
    location: z.string(),
  }),
})

/**
 * Returns the progress of posting. After a reload, sending the same values again posts no second job, because the
 * request keeps its key.
 */
export function storedPosting(draft: JobDraft): JobPosting {
  const key = keyOfPart(draft, 'sent')
  return {
    sent: z.safeParse(sentRequest, readDraft(key)).data,
    wasClosed: true,
    onSend: (sent) => writeDraft(key, sent),
    onDone: () => forgetDraft(key),
  }
}
