import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Documents')

export default function UploadDocuments() {
  return <BeingBuilt title="Documents">Your resume and certifications.</BeingBuilt>
}
