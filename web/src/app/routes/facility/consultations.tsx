import { Button } from '@mantine/core'
import { UserSearch } from 'lucide-react'
import { Link } from 'react-router'
import { formatBothTimes } from '#features/consultations/consultation-times.ts'
import { MyConsultations } from '#features/consultations/my-consultations.tsx'
import { nameOf } from '#lib/format.ts'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { useFacilityDialogs } from './use-facility-dialogs.tsx'
import { useFacilityLive } from './use-facility-live.ts'

export const meta = makeMeta('Consultations')

export default function FacilityConsultations() {
  const { userId } = useAccount()
  const dialogs = useFacilityDialogs(userId)
  useFacilityLive(userId)
  return (
    <Page title="Consultations" actions={<FindConsultantLink />}>
      <MyConsultations
        userId={userId}
        onCancel={({ id, facility, consultant, scheduled_at: at, fee, payment }) =>
          dialogs.cancel({
            id,
            name: nameOf(consultant),
            times: formatBothTimes(at, facility, consultant),
            fee,
            payment: payment?.status,
          })
        }
        onReview={({ id, consultant_id: consultantId, consultant }) =>
          dialogs.review({ id, consultantId, name: nameOf(consultant) })
        }
      />
      {dialogs.element}
    </Page>
  )
}

function FindConsultantLink() {
  return (
    <Button
      variant="default"
      component={Link}
      to="/consultants"
      leftSection={<UserSearch size={16} aria-hidden />}
    >
      Find a consultant
    </Button>
  )
}
