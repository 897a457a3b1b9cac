import { RequestDemoPage } from '#features/demo-requests/request-demo-page.tsx'
import { makeMeta } from '../../page-meta.ts'

export const meta = makeMeta(
  'Request a Demo',
  'See Mendwell with jobs like yours: post, compare bids, get it done. Zero sign-up costs.',
)

export default function RequestIntakeForm() {
  return <RequestDemoPage />
}
