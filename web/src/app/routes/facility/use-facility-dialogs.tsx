import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ConsultantToBook } from '#features/consultations/book-consultation-dialog.tsx'
import type { ConsultationToCancel } from '#features/consultations/cancel-consultation-dialog.tsx'
import type { JobToEdit } from '#features/jobs/edit-job-dialog.tsx'
import type { PaymentToRecord } from '#features/payments/record-payment-dialog.tsx'
import type { ConsultationToReview } from '#features/reviews/leave-review-dialog.tsx'
import { refreshQueries } from '#lib/live/refresh.ts'
import { useParamOnce } from '#lib/use-param-once.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'

const PostJob = lazyPart(() => import('#features/jobs/post-job-dialog.tsx'), PlainDialog)
const EditJob = lazyPart(() => import('#features/jobs/edit-job-dialog.tsx'), PlainDialog)
const Book = lazyPart(
  () => import('#features/consultations/book-consultation-dialog.tsx'),
  PlainDialog,
)
const Cancel = lazyPart(
  () => import('#features/consultations/cancel-consultation-dialog.tsx'),
  PlainDialog,
)
const Review = lazyPart(() => import('#features/reviews/leave-review-dialog.tsx'), PlainDialog)
const Record = lazyPart(() => import('#features/payments/record-payment-dialog.tsx'), PlainDialog)

/** Returns functions that open the dialogs of the dashboard, and the element that renders the dialogs. */
export function useFacilityDialogs(userId: string) {
  /** The subject is the title with which the form begins. */
  const posting = useDialog<string>()
  const editing = useDialog<JobToEdit>()
  const booking = useDialog<ConsultantToBook>()
  const cancelling = useDialog<ConsultationToCancel>()
  const reviewing = useDialog<ConsultationToReview>()
  const recording = useDialog<PaymentToRecord>()
  useParamOnce('post', posting.open)
  const refreshJobs = useRefreshJobs()
  const showJobs = useShowJobs()
  const showPosted = () => {
    refreshJobs()
    showJobs()
  }
  const element = (
    <>
      {renderDialog(posting, (title, props) => (
        <PostJob userId={userId} title={title} onPosted={showPosted} {...props} />
      ))}
      {renderDialog(editing, (job, props) => (
        <EditJob key={job.id} userId={userId} job={job} onSaved={refreshJobs} {...props} />
      ))}
      {renderDialog(booking, (consultant, props) => (
        <Book key={consultant.id} userId={userId} consultant={consultant} {...props} />
      ))}
      {renderDialog(cancelling, (consultation, props) => (
        <Cancel key={consultation.id} consultation={consultation} {...props} />
      ))}
      {renderDialog(reviewing, (consultation, props) => (
        <Review key={consultation.id} userId={userId} consultation={consultation} {...props} />
      ))}
      {renderDialog(recording, (payment, props) => (
        <Record key={payment.id} payment={payment} {...props} />
      ))}
    </>
  )
  return {
    element,
    post: () => posting.open(''),
    edit: editing.open,
    book: booking.open,
    cancel: cancelling.open,
    review: reviewing.open,
    record: recording.open,
  }
}

export type FacilityDialogs = ReturnType<typeof useFacilityDialogs>

interface DialogProps {
  opened: boolean
  onClose: () => void
}

interface DialogState<Subject> {
  subject: Subject | undefined
  opened: boolean
  close: () => void
}

/** Renders nothing until the dialog is first opened. */
function renderDialog<Subject>(
  { subject, opened, close }: DialogState<Subject>,
  render: (subject: Subject, props: DialogProps) => ReactNode,
) {
  if (subject === undefined) return null
  return <Suspense>{render(subject, { opened, onClose: close })}</Suspense>
}

/** Returns a function that removes the filters of the jobs, so that a new job is visible. */
function useShowJobs() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return () => {
    if (search !== '') void navigate(pathname, { preventScrollReset: true })
  }
}

function useRefreshJobs() {
  const queries = useQueryClient()
  return () => {
    refreshQueries(queries, ['jobs'])
    refreshQueries(queries, ['analytics'])
  }
}
