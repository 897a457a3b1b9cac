import { MyPayments } from '#features/payments/my-payments.tsx'
import { purposeOf } from '#features/payments/payments.queries.ts'
import { nameOf } from '#lib/format.ts'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { useFacilityDialogs } from './use-facility-dialogs.tsx'
import { useFacilityLive } from './use-facility-live.ts'

export const meta = makeMeta('Payments')

export default function FacilityPayments() {
  const { userId } = useAccount()
  const dialogs = useFacilityDialogs(userId)
  useFacilityLive(userId)
  return (
    <Page title="Payments">
      <MyPayments
        userId={userId}
        onRecord={(payment) =>
          dialogs.record({
            id: payment.id,
            amount: payment.amount,
            name: nameOf(payment.payee),
            purpose: purposeOf(payment),
          })
        }
      />
      {dialogs.element}
    </Page>
  )
}
