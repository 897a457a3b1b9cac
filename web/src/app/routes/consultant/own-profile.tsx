import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Your profile')

export default function OwnProfile() {
  return <BeingBuilt title="Your profile">How facilities see you.</BeingBuilt>
}
