import { Suspense } from 'react'
import { nameOf } from '../../lib/format/name.ts'
import { lazySection } from '../../ui/lazy-section.tsx'
import { Loading } from '../../ui/loading.tsx'
import type { FacilityDialogs } from './use-facility-dialogs.tsx'

const AvailableConsultants = lazySection(
  () => import('../../features/consultations/available/available-consultants-section.tsx'),
)

interface Props {
  userId: string
  dialogs: FacilityDialogs
}

export function ConsultantsPart({ userId, dialogs }: Props) {
  return (
    <Suspense fallback={<Loading text="Loading consultants..." />}>
      <AvailableConsultants
        userId={userId}
        onBook={(consultant) =>
          dialogs.book({
            id: consultant.id,
            name: nameOf(consultant),
            zone: consultant.time_zone,
            fee: consultant.consultation_fee ?? 0,
          })
        }
      />
    </Suspense>
  )
}
