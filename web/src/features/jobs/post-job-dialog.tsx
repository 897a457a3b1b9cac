import { Link } from 'react-router'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { PhotosField } from '#ui/files/files-field.tsx'
import { newJobDraft } from './job-draft.ts'
import { JobFields } from './job-form.tsx'
import styles from './job-form.module.css'
import { newJobPath } from './job-paths.ts'
import { LostPhotosNotice } from './job-photos.tsx'
import { useJobPosting } from './use-job-posting.ts'

interface Props {
  userId: string
  /** The title with which the form begins, unless it has a draft. */
  title?: string
  opened: boolean
  onClose: () => void
  /** Refreshes and shows the list of jobs. */
  onPosted: () => void
}

/** Asks for the details of a new job. The text and the photos stay as a draft, which the page of a new job continues. */
export default function PostJobDialog({ userId, title, opened, onClose, onPosted }: Props) {
  const draft = { userId, name: newJobDraft }
  const { form, photos, lostCount, hideLost, leave, draftOptions } = useJobPosting({
    draft,
    onPosted,
    onDone: onClose,
  })
  const close = () => {
    leave()
    onClose()
  }
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title="Post Job"
      form={form}
      draftName={draft.name}
      draft={draftOptions}
      submit="Post Job"
      size="lg"
    >
      <JobFields title={title} />
      <LostPhotosNotice count={lostCount} hide={hideLost} />
      <PhotosField label="Photos" uploads={photos} />
      <p className={styles.fullPage}>
        <Link to={newJobPath}>Use the full page</Link> to arrange photos and preview the job.
      </p>
    </FormDialog>
  )
}
