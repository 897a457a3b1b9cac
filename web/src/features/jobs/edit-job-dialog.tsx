import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PhotosField } from '#ui/files/photos-field.tsx'
import { useUploads } from '#ui/files/use-uploads.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { toast } from '#ui/toast.ts'
import { categories, type PostedJob } from './jobs.queries.ts'
import { JobFields, jobForm } from './job-form.tsx'
import {
  ForgottenPhotos,
  KeptPhotos,
  addPhotos,
  takePhotosAway,
  useForgottenPhotos,
} from './job-photos.tsx'
import { updateJob } from './jobs.mutations.ts'

interface Props {
  userId: string
  job: PostedJob
  opened: boolean
  onClose: () => void
  /** The list shows it. */
  onSaved: () => void
}

export default function EditJobDialog({ userId, job, opened, onClose, onSaved }: Props) {
  const [removed, setRemoved] = useState<string[]>([])
  const kept = job.photos.map(({ path }) => path).filter((path) => !removed.includes(path))
  const photos = useUploads({ kind: 'job-photo', userId, kept: kept.length, isEager: true })
  const draft = `edit-job:${job.id}`
  const forgotten = useForgottenPhotos({ userId, name: draft }, photos.rows)
  // The draft of a field is put back when the dialog sees it come.
  useQuery(categories)
  const form = useForm({
    schema: jobForm,
    onSubmit: async (values) => {
      await updateJob(job.id, values)
      await takePhotosAway(removed)
      await addPhotos(photos, { jobId: job.id, userId }).finally(onSaved)
      forgotten.hide()
      toast('Job saved.')
      onClose()
    },
  })
  const leave = () => {
    // They were not taken away: none of them is to go with what is saved another time, unless new ones need the room.
    if (job.photos.length + photos.rows.length <= photos.kind.most) setRemoved([])
    onClose()
  }
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      title="Edit Job"
      form={form}
      keep={draft}
      submit="Save Job"
      size="lg"
    >
      <JobFields job={job} />
      <KeptPhotos paths={kept} onRemove={(path) => setRemoved([...removed, path])} />
      <ForgottenPhotos {...forgotten} />
      <PhotosField label="Photos" uploads={photos} />
    </FormDialog>
  )
}
