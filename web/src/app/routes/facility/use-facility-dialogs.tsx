import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ConsultantToBook } from '#features/consultations/book-consultation-dialog.tsx'
import type { ConsultationToCancel } from '#features/consultations/cancel-consultation-dialog.tsx'
import type { PostedJob } from '#features/jobs/posted-jobs.queries.ts'
import type { PaymentToRecord } from '#features/payments/record-payment-dialog.tsx'
import type { ConsultationToReview } from '#features/reviews/leave-review-dialog.tsx'
import { refreshQueries } from '#lib/live/refresh.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { usePlaces } from './facility-urls.ts'

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

/** Everything the dashboard asks in a dialog: how each is opened, and what has to be drawn for them. */
export function useFacilityDialogs(userId: string) {
  const posting = useDialog<true>()
  const editing = useDialog<PostedJob>()
  const booking = useDialog<ConsultantToBook>()
  const cancelling = useDialog<ConsultationToCancel>()
  const reviewing = useDialog<ConsultationToReview>()
  const recording = useDialog<PaymentToRecord>()
  const readAgain = useReadJobsAgain()
  const showJobs = useShowJobs()
  const showPosted = () => {
    readAgain()
    showJobs()
  }
  const element = (
    <>
      {dialog(posting, (_, frame) => (
        <PostJob userId={userId} onPosted={showPosted} {...frame} />
      ))}
      {dialog(editing, (job, frame) => (
        <EditJob key={job.id} userId={userId} job={job} onSaved={readAgain} {...frame} />
      ))}
      {dialog(booking, (consultant, frame) => (
        <Book key={consultant.id} userId={userId} consultant={consultant} {...frame} />
      ))}
      {dialog(cancelling, (consultation, frame) => (
        <Cancel key={consultation.id} consultation={consultation} {...frame} />
      ))}
      {dialog(reviewing, (consultation, frame) => (
        <Review key={consultation.id} userId={userId} consultation={consultation} {...frame} />
      ))}
      {dialog(recording, (payment, frame) => (
        <Record key={payment.id} payment={payment} {...frame} />
      ))}
    </>
  )
  return {
    element,
    post: () => posting.open(true),
    edit: editing.open,
    book: booking.open,
    cancel: cancelling.open,
    review: reviewing.open,
    record: recording.open,
  }
}

export type FacilityDialogs = ReturnType<typeof useFacilityDialogs>

interface Frame {
  opened: boolean
  onClose: () => void
}

interface Asked<Subject> {
  subject: Subject | undefined
  opened: boolean
  close: () => void
}

/** Nothing before it is first asked for. */
function dialog<Subject>(
  { subject, opened, close }: Asked<Subject>,
  draw: (subject: Subject, frame: Frame) => ReactNode,
) {
  if (subject === undefined) return null
  return <Suspense>{draw(subject, { opened, onClose: close })}</Suspense>
}

/** Once: a second try of the same job takes no further step of Back. */
function useShowJobs() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const jobs = usePlaces().viewAt('')
  return () => {
    if (pathname + search !== jobs) void navigate(jobs, { preventScrollReset: true })
  }
}

function useReadJobsAgain() {
  const queries = useQueryClient()
  return () => {
    refreshQueries(queries, ['jobs'])
    refreshQueries(queries, ['analytics'])
  }
}
