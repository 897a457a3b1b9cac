import { Suspense } from 'react'
import { formatBothTimes } from '#features/consultations/consultation-times.ts'
import { nameOf } from '#lib/format.ts'
import { lazySection } from '#ui/lazy.tsx'
import { Loading } from '#ui/query-states.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { JobsView } from './jobs-view.tsx'
import type { View } from './places.ts'
import type { FacilityDialogs } from './use-facility-dialogs.tsx'
import { usePlaces } from './use-places.ts'

const Bids = lazySection(() => import('#features/bids/received-bids.tsx'))
const Consultations = lazySection(() => import('#features/consultations/my-consultations.tsx'))
const Payments = lazySection(() => import('#features/payments/my-payments.tsx'))

interface Props {
  view: View
  userId: string
  dialogs: FacilityDialogs
}

const coming = (
  <Loading text="Loading...">
    <RowSkeletons />
  </Loading>
)

/** The list that the address names. */
export function FacilityView(props: Props) {
  const { jobAt } = usePlaces()
  return <Suspense fallback={coming}>{listOf({ ...props, jobAt })}</Suspense>
}

function listOf({ view, userId, dialogs, jobAt }: Props & { jobAt: (jobId: string) => string }) {
  switch (view) {
    case '':
      return <JobsView userId={userId} dialogs={dialogs} />
    case 'bids':
      return <Bids userId={userId} jobAt={jobAt} />
    case 'consultations':
      return (
        <Consultations
          userId={userId}
          onCancel={({ id, facility, consultant, scheduled_at: at, fee, payment }) => {
            const times = formatBothTimes(at, facility, consultant)
            dialogs.cancel({
              id,
              name: nameOf(consultant),
              times,
              fee,
              payment: payment?.status,
            })
          }}
          onReview={({ id, consultant_id: consultantId, consultant }) =>
            dialogs.review({ id, consultantId, name: nameOf(consultant) })
          }
        />
      )
    case 'payments':
      return (
        <Payments
          userId={userId}
          onRecord={({ id, amount, payee, job }) =>
            dialogs.record({
              id,
              amount,
              name: nameOf(payee),
              purpose: job?.title ?? 'Consultation',
            })
          }
        />
      )
  }
}
