import { BeingBuilt } from '../../being-built.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Settings')

export default function Settings() {
  return <BeingBuilt title="Settings">Notifications, privacy, appearance and security.</BeingBuilt>
}
