import { useQuery } from '@tanstack/react-query'
import { contractorSummary } from '#features/analytics/contractor-tiles.tsx'
import { ReceivedPayments } from '#features/payments/received-payments.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { useContractorLive } from './use-contractor-live.ts'

export const meta = makeMeta('Payments')

export default function ContractorPayments() {
  const { userId } = useAccount()
  const { data: figures } = useQuery(contractorSummary)
  useContractorLive(userId)
  return (
    <Page title="Payments">
      <ReceivedPayments
        userId={userId}
        sums={figures}
        hint="Payments for jobs you complete appear here."
      />
    </Page>
  )
}
