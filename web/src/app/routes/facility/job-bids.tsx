import { useParams } from 'react-router'
import { makeMeta } from '../../page-meta.ts'
import { FacilityJobPage } from './facility-job-page.tsx'

export const meta = makeMeta('Bids')

export default function FacilityJobBids() {
  const { id = '' } = useParams()
  return <FacilityJobPage jobId={id} tab="bids" />
}
