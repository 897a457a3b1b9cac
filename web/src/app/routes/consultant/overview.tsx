import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Your dashboard')

export default function Overview() {
  return (
    <BeingBuilt title="Your dashboard">
      Consultations, earnings, ratings and what is coming up, at one glance.
    </BeingBuilt>
  )
}
