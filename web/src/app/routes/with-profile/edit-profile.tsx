import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Edit Your Profile')

export default function EditProfile() {
  return (
    <BeingBuilt title="Edit Your Profile">
      Your headline, location, picture and what you offer.
    </BeingBuilt>
  )
}
