import { Suspense } from 'react'
import { lazySection } from '#ui/lazy.tsx'
import { Loading } from '#ui/query-states.tsx'
import type { FacilityDialogs } from './use-facility-dialogs.tsx'

const AvailableConsultants = lazySection(
  () => import('#features/consultations/available-consultants.tsx'),
)

interface Props {
  userId: string
  dialogs: FacilityDialogs
}

export function ConsultantsPart({ userId, dialogs }: Props) {
  return (
    <Suspense fallback={<Loading text="Loading consultants..." />}>
      <AvailableConsultants userId={userId} onBook={dialogs.book} />
    </Suspense>
  )
}
