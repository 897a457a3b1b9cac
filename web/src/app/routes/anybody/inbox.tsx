import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Inbox')

export default function Inbox() {
  return <BeingBuilt title="Inbox">Your conversations about jobs and consultations.</BeingBuilt>
}
