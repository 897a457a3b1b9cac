import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Chat')

export default function PersonChat() {
  return <BeingBuilt title="Chat">Your latest conversation with this person.</BeingBuilt>
}
