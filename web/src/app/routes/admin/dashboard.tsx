import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Admin dashboard')

export default function AdminDashboard() {
  return (
    <BeingBuilt title="Admin dashboard">The figures of the platform, over any time.</BeingBuilt>
  )
}
