import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Chat')

export default function JobChat() {
  return <BeingBuilt title="Chat">The conversation about a job.</BeingBuilt>
}
