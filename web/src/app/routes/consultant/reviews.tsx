import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('My Reviews')

export default function Reviews() {
  return <BeingBuilt title="My Reviews">What facilities said about your consultations.</BeingBuilt>
}
