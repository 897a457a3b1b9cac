import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Consultants')

export default function AdminConsultants() {
  return <BeingBuilt title="Consultants">All consultants on the platform.</BeingBuilt>
}
