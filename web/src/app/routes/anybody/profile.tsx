import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Profile')

export default function Profile() {
  return <BeingBuilt title="Profile">A person on the platform.</BeingBuilt>
}
