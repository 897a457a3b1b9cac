import { Button } from '@mantine/core'
import { Check, TriangleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { formValues } from '#ui/forms/form-elements.ts'
import { DraftForm } from '#ui/forms/draft-form.tsx'
import { FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { FormErrors } from '#ui/forms/long-form.tsx'
import { OrderedPhotosField } from '#ui/files/ordered-photos.tsx'
import { Time } from '#ui/time.tsx'
import type { CopiedJob } from './copied-job.queries.ts'
import { copiedJobDraft, type DraftStatus, newJobDraft } from './job-draft.ts'
import { defaultCategory, JobFields } from './job-form.tsx'
import { LostPhotosNotice } from './job-photos.tsx'
import { JobPreview, type TypedJob } from './job-preview.tsx'
import styles from './new-job-form.module.css'
import { useJobPosting } from './use-job-posting.ts'

interface Props {
  userId: string
  facilityName: string
  /** The finished job that the new job copies. */
  copiedJob: CopiedJob | undefined
  /** The page that the user goes to without posting. */
  closePath: string
  onPosted: (jobId: string) => void
}

const orderHint = 'Drag to reorder. The first is the cover.'

/** Asks for the details of a new job on a page, and shows the job as contractors will see it. */
export function NewJobForm({ userId, facilityName, copiedJob, closePath, onPosted }: Props) {
  const name = copiedJob ? copiedJobDraft(copiedJob.id) : newJobDraft
  const { form, photos, lostCount, hideLost, status, leave, draftOptions } = useJobPosting({
    draft: { userId, name },
    copiedPaths: copiedJob?.photos.map(({ path }) => path) ?? [],
    onDone: onPosted,
  })
  const onLeave = useEffectEvent(leave)
  useEffect(() => () => onLeave(), [])
  const [typed, setTyped] = useState(() => initialValues(copiedJob))
  const readTyped = ({ target }: FormEvent<HTMLDivElement>) => {
    if (target instanceof Element) setTyped(typedValues(target.closest('form'), typed))
  }
  return (
    <div className={styles.page} data-fills-phone onInput={readTyped} onChange={readTyped}>
      <DraftForm form={form} label="New job" draftName={name} {...draftOptions}>
        <FormErrors />
        <div className={styles.columns}>
          <div className={styles.fields}>
            <JobFields job={copiedJob} />
            <LostPhotosNotice count={lostCount} hide={hideLost} />
            <OrderedPhotosField
              label="Photos"
              uploads={photos}
              description={photos.rows.length > 1 ? orderHint : undefined}
            />
            <FormFailure />
          </div>
          <div className={styles.side}>
            <JobPreview job={typed} photo={photos.rows[0]?.preview} facilityName={facilityName} />
          </div>
        </div>
        <footer className={styles.footer}>
          <DraftState status={status} />
          <Button
            variant="subtle"
            color="gray"
            component={Link}
            to={closePath}
            className={styles.close ?? ''}
          >
            Close
          </Button>
          <SubmitButton className={styles.submit ?? ''}>Post Job</SubmitButton>
        </footer>
      </DraftForm>
    </div>
  )
}

function initialValues(job: CopiedJob | undefined): TypedJob {
  return {
    title: job?.title ?? '',
    description: job?.description ?? '',
    budget: job ? String(job.budget) : '',
    category: job?.category ?? defaultCategory,
    location: job?.location ?? '',
  }
}

/** Returns the values of the form. A field that is not rendered yet keeps its last value. */
function typedValues(form: HTMLFormElement | null, last: TypedJob): TypedJob {
  if (!form) return last
  const values = formValues(form)
  const textOf = (name: keyof TypedJob) => {
    const { [name]: value } = values
    return typeof value === 'string' ? value : last[name]
  }
  return {
    title: textOf('title'),
    description: textOf('description'),
    budget: textOf('budget'),
    category: textOf('category'),
    location: textOf('location'),
  }
}

function DraftState({ status: { savedAt, isRefused } }: { status: DraftStatus }) {
  if (isRefused) {
    return (
      <p className={styles.saved} role="status" data-refused>
        <TriangleAlert size={16} aria-hidden />
        This browser can't keep a draft. Post the job before you leave.
      </p>
    )
  }
  if (!savedAt)
    return <p className={styles.saved}>Your draft saves automatically on this device.</p>
  return (
    <p className={styles.saved}>
      <Check size={16} aria-hidden />
      <span>
        Draft saved <Time at={savedAt} />
      </span>
    </p>
  )
}
