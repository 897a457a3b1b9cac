import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Contractors')

export default function AdminContractors() {
  return <BeingBuilt title="Contractors">All contractors on the platform.</BeingBuilt>
}
