import { useState } from 'react'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { PhotosField } from '#ui/files/files-field.tsx'
import { useUploads } from '#ui/files/use-uploads.ts'
import { useForm } from '#ui/forms/use-form.ts'
import { toast } from '#ui/toast.ts'
import { JobFields, jobForm } from './job-form.tsx'
import {
  addPhotos,
  LostPhotosNotice,
  removePhotos,
  SavedPhotos,
  useLostPhotos,
} from './job-photos.tsx'
import { updateJob } from './jobs.mutations.ts'

export interface JobToEdit {
  id: string
  title: string
  description: string
  budget: number
  category: string
  location: string | null
  photos: { path: string }[]
}

interface Props {
  userId: string
  job: JobToEdit
  opened: boolean
  onClose: () => void
  /** Refreshes the list of jobs. */
  onSaved: () => void
}

export default function EditJobDialog({ userId, job, opened, onClose, onSaved }: Props) {
  const [removed, setRemoved] = useState<string[]>([])
  const savedPaths = job.photos.map(({ path }) => path).filter((path) => !removed.includes(path))
  const photos = useUploads({
    kind: 'job-photo',
    userId,
    storedCount: savedPaths.length,
    isEager: true,
  })
  const draft = `edit-job:${job.id}`
  const lostPhotos = useLostPhotos({ userId, name: draft }, photos.rows)
  const form = useForm({
    schema: jobForm,
    onSubmit: async (values) => {
      await updateJob(job.id, values)
      await removePhotos(removed)
      await addPhotos(photos, { jobId: job.id, userId }).finally(onSaved)
      lostPhotos.hide()
      toast('Job saved.')
      onClose()
    },
  })
  const close = () => {
    // Show the removed photos again, because they still exist on the server. If the new photos leave no room for them,
    // the removed photos stay hidden.
    if (job.photos.length + photos.rows.length <= photos.kind.maxFiles) setRemoved([])
    onClose()
  }
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title="Edit Job"
      form={form}
      draftName={draft}
      submit="Save Job"
      size="lg"
    >
      <JobFields job={job} />
      <SavedPhotos paths={savedPaths} onRemove={(path) => setRemoved([...removed, path])} />
      <LostPhotosNotice {...lostPhotos} />
      <PhotosField label="Photos" uploads={photos} />
    </FormDialog>
  )
}
