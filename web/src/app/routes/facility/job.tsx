import { useParams } from 'react-router'
import { makeMeta } from '../../page-meta.ts'
import { FacilityJobPage } from './facility-job-page.tsx'

export const meta = makeMeta('Job')

export default function FacilityJob() {
  const { id = '' } = useParams()
  return <FacilityJobPage jobId={id} tab="overview" />
}
