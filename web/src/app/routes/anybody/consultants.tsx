import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Find a Consultant')

export default function FindConsultant() {
  return (
    <BeingBuilt title="Find a Consultant">Search by services or name, and by rating.</BeingBuilt>
  )
}
