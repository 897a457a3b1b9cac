import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('All Jobs')

export default function AdminJobs() {
  return <BeingBuilt title="All Jobs">Every job with its bids and consultations.</BeingBuilt>
}
