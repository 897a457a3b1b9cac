import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Contractor dashboard')

export default function ContractorDashboard() {
  return (
    <BeingBuilt title="Contractor dashboard">
      Jobs that look for bids, and the bids you placed.
    </BeingBuilt>
  )
}
