import type { View } from './places.ts'
import { JobsView } from './jobs-view.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { jobAt } from './places.ts'
import { Suspense } from 'react'
const ReceivedBidsSection = lazyDialog(
  () => import('../../features/bids/received/received-bids-section.tsx'),
)
export function FacilityView({ view, userId }: { view: View; userId: string }) {
  if (view === 'bids')
    return (
      <Suspense>
        <ReceivedBidsSection userId={userId} jobAt={jobAt} />
      </Suspense>
    )
  return <JobsView userId={userId} onPost={() => undefined} onEdit={() => undefined} />
}
