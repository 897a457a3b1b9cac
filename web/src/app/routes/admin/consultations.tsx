import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('All Consultants')

export default function AdminConsultations() {
  return (
    <BeingBuilt title="All Consultants">
      All consultants, each with the consultations booked.
    </BeingBuilt>
  )
}
