import { useRef } from 'react'
import { deviceDraftKey, forgetDraft } from '#lib/drafts.ts'
import { explain } from '#lib/errors.ts'
import { useForm } from '#ui/forms/use-form.ts'
import { toast } from '#ui/toast.ts'
import { useDraftPhotos } from './job-draft-photos.ts'
import { type JobDraft, storedPosting, useDraftStatus } from './job-draft.ts'
import { jobForm } from './job-form.tsx'
import { addPhotos } from './job-photos.tsx'
import { type JobPosting, postJobOnce } from './jobs.mutations.ts'

interface Options {
  draft: JobDraft
  /** The photos of the job that the new job copies. */
  copiedPaths?: readonly string[]
  /** Called when the job is posted, and again when its photos are attached. */
  onPosted?: () => void
  onDone: (jobId: string) => void
}

/** Returns the form of a new job, with its photos and its draft. */
export function useJobPosting({ draft, copiedPaths = [], onPosted, onDone }: Options) {
  const { userId } = draft
  const status = useDraftStatus(draft)
  const draftPhotos = useDraftPhotos({ draft, copiedPaths, onSave: status.onSavePhotos })
  const { photos } = draftPhotos
  const posting = useRef<JobPosting>(undefined)
  const progress = () => (posting.current ??= storedPosting(draft))
  const startOver = () => {
    progress().onDone?.()
    posting.current = undefined
    status.forget()
  }
  const finish = () => {
    startOver()
    forgetDraft(deviceDraftKey(userId, draft.name))
    draftPhotos.forget()
  }
  const form = useForm({
    schema: jobForm,
    onSubmit: async (values) => {
      await draftPhotos.whenRestored()
      const jobId = await postJobOnce(progress(), userId, values)
      onPosted?.()
      await addPhotos(photos, { jobId, userId }).finally(onPosted)
      finish()
      toast('Job posted.')
      onDone(jobId)
    },
    errorTextFor: (error) =>
      posting.current?.jobId
        ? `The job was posted, but not everything was saved. ${explain(error)}`
        : undefined,
  })
  /** When the user leaves the form of a posted job, this ends the draft and discards the photos that failed to upload. */
  const leave = () => {
    if (progress().jobId) {
      finish()
      photos.discardAll()
    }
    progress().wasClosed = true
  }
  const draftOptions = {
    isOnDevice: true,
    onSave: status.onSaveText,
    onDiscard: () => {
      startOver()
      draftPhotos.discard()
    },
  }
  return { ...draftPhotos, form, status, leave, draftOptions }
}
