import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Facility dashboard')

export default function FacilityDashboard() {
  return (
    <BeingBuilt title="Facility dashboard">
      Your jobs with their bids, and consultants to ask for advice.
    </BeingBuilt>
  )
}
