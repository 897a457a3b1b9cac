import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Facilities')

export default function AdminFacilities() {
  return <BeingBuilt title="Facilities">All facilities on the platform.</BeingBuilt>
}
