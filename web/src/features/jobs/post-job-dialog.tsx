import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { explain } from '#lib/errors/explain.ts'
import { PhotosField } from '#ui/files/photos-field.tsx'
import { useUploads } from '#ui/files/use-uploads.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { toast } from '#ui/toast.ts'
import { categories } from './jobs.queries.ts'
import { ForgottenPhotos, addPhotos, useForgottenPhotos } from './job-photos.tsx'
import { JobFields, jobForm } from './job-form.tsx'
import { postOnce, type Posting } from './jobs.mutations.ts'

interface Props {
  userId: string
  opened: boolean
  onClose: () => void
  /** The list shows it. */
  onPosted: () => void
}

const draft = 'post-job'

/** What is typed stays in the draft, and photos stay while the page does; both also after closing. */
export default function PostJobDialog({ userId, opened, onClose, onPosted }: Props) {
  const photos = useUploads({ kind: 'job-photo', userId, isEager: true })
  const posting = useRef<Posting>({})
  const forgotten = useForgottenPhotos({ userId, name: draft }, photos.rows)
  // The draft of a field is put back when the dialog sees it come.
  useQuery(categories)
  const form = useForm({
    schema: jobForm,
    onSubmit: async (values) => {
      const jobId = await postOnce(posting.current, userId, values)
      onPosted()
      await addPhotos(photos, { jobId, userId })
      posting.current = {}
      forgotten.hide()
      toast('Job posted.')
      onClose()
    },
    wordsFor: (error) =>
      posting.current.jobId ? `The job is posted, but not all of it. ${explain(error)}` : undefined,
  })
  const close = () => {
    // Whoever closes what is posted leaves out the photos that did not arrive.
    if (posting.current.jobId) {
      posting.current = {}
      photos.giveUp()
    }
    posting.current.isLeft = true
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
      <ForgottenPhotos {...forgotten} />
      <PhotosField label="Photos" uploads={photos} />
    </FormDialog>
  )
}
