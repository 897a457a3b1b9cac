import { useRef } from 'react'
import { explain } from '#lib/errors.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { PhotosField } from '#ui/files/files-field.tsx'
import { useUploads } from '#ui/files/use-uploads.ts'
import { useForm } from '#ui/forms/use-form.ts'
import { toast } from '#ui/toast.ts'
import { JobFields, jobForm } from './job-form.tsx'
import { addPhotos, LostPhotosNotice, useLostPhotos } from './job-photos.tsx'
import { type JobPosting, postJobOnce } from './jobs.mutations.ts'

interface Props {
  userId: string
  opened: boolean
  onClose: () => void
  /** Refreshes and shows the list of jobs. */
  onPosted: () => void
}

const draft = 'post-job'

/**
 * Asks for the details of a new job. If the user closes the dialog, the text stays as a draft, and the photos stay
 * until a reload.
 */
export default function PostJobDialog({ userId, opened, onClose, onPosted }: Props) {
  const photos = useUploads({ kind: 'job-photo', userId, isEager: true })
  const posting = useRef<JobPosting>({})
  const lostPhotos = useLostPhotos({ userId, name: draft }, photos.rows)
  const form = useForm({
    schema: jobForm,
    onSubmit: async (values) => {
      const jobId = await postJobOnce(posting.current, userId, values)
      onPosted()
      await addPhotos(photos, { jobId, userId }).finally(onPosted)
      posting.current = {}
      lostPhotos.hide()
      toast('Job posted.')
      onClose()
    },
    errorTextFor: (error) =>
      posting.current.jobId
        ? `The job was posted, but not everything was saved. ${explain(error)}`
        : undefined,
  })
  const close = () => {
    // Discard the photos that failed to upload, because the job itself is already posted.
    if (posting.current.jobId) {
      posting.current = {}
      photos.discardAll()
    }
    posting.current.wasClosed = true
    onClose()
  }
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title="Post Job"
      form={form}
      keep={draft}
      submit="Post Job"
      size="lg"
    >
      <JobFields />
      <LostPhotosNotice {...lostPhotos} />
      <PhotosField label="Photos" uploads={photos} />
    </FormDialog>
  )
}
