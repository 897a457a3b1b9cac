import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router'
import type { BidToAccept } from '../../features/bids/accept/accept-bid-dialog.tsx'
import type { ConsultantToBook } from '../../features/consultations/book/book-dialog.tsx'
import type { ConsultationToCancel } from '../../features/consultations/cancel/cancel-dialog.tsx'
import type { PostedJob } from '../../features/jobs/posted/posted-jobs.ts'
import type { PaymentToRecord } from '../../features/payments/record/record-payment-dialog.tsx'
import type { ConsultationToReview } from '../../features/reviews/leave/review-dialog.tsx'
import { renew } from '../../lib/live/renew.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useSubject } from '../../ui/use-subject.ts'
import { viewAt } from './places.ts'

const PostJob = lazyDialog(() => import('../../features/jobs/post/post-job-dialog.tsx'))
const EditJob = lazyDialog(() => import('../../features/jobs/post/edit-job-dialog.tsx'))
const AcceptBid = lazyDialog(() => import('../../features/bids/accept/accept-bid-dialog.tsx'))
const Book = lazyDialog(() => import('../../features/consultations/book/book-dialog.tsx'))
const Cancel = lazyDialog(() => import('../../features/consultations/cancel/cancel-dialog.tsx'))
const Review = lazyDialog(() => import('../../features/reviews/leave/review-dialog.tsx'))
const Record = lazyDialog(() => import('../../features/payments/record/record-payment-dialog.tsx'))

/** Everything the dashboard asks in a dialog: how each is opened, and what has to be drawn for them. */
export function useFacilityDialogs(userId: string) {
  const posting = useSubject<true>()
  const editing = useSubject<PostedJob>()
  const accepting = useSubject<BidToAccept>()
  const booking = useSubject<ConsultantToBook>()
  const cancelling = useSubject<ConsultationToCancel>()
  const reviewing = useSubject<ConsultationToReview>()
  const recording = useSubject<PaymentToRecord>()
  const readAgain = useReadJobsAgain()
  const navigate = useNavigate()
  const showPosted = () => {
    readAgain()
    void navigate(viewAt(''), { preventScrollReset: true })
  }
  const element = (
    <>
      {dialog(posting, (_, frame) => (
        <PostJob userId={userId} onPosted={showPosted} {...frame} />
      ))}
      {dialog(editing, (job, frame) => (
        <EditJob key={job.id} userId={userId} job={job} onSaved={readAgain} {...frame} />
      ))}
      {dialog(accepting, (bid, frame) => (
        <AcceptBid key={bid.id} bid={bid} {...frame} />
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
    accept: accepting.open,
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

function useReadJobsAgain() {
  const queries = useQueryClient()
  return () => {
    renew(queries, ['jobs'])
    renew(queries, ['analytics'])
  }
}
