import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('My Documents')

export default function Documents() {
  return (
    <BeingBuilt title="My Documents">
      Your resume and your certifications, for facilities to see.
    </BeingBuilt>
  )
}
